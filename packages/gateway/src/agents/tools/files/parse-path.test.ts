import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { limits } from '@heddle/contract'
import { troubled } from '../../../../test-support/workspace-folder-suite.ts'
import { parsePath, showPath } from './parse-path.ts'

test('[R10] a path is names below the folder, however it is written', () => {
  const cases: [text: string, names: string[]][] = [
    ['a/b.txt', ['a', 'b.txt']],
    ['./a//b/', ['a', 'b']],
    ['.', []],
    ['/srv/work', []],
    ['/srv/work/', []],
    ['/srv//work/./a', ['a']],
    ['~/x', ['~', 'x']],
    ['a\\b', ['a\\b']],
    ['...', ['...']],
    ['..a/b..', ['..a', 'b..']],
    ['C:/x', ['C:', 'x']],
  ]
  for (const [text, names] of cases) assert.deepEqual(parsePath(text, '/srv/work'), names, text)
})

test('[R10] what leads out is refused, and nothing is decoded on the way', () => {
  for (const text of [
    '..',
    '../x',
    'a/../b',
    'a/..',
    './..',
    '/srv/work/..',
    '/srv/work/../work/a',
    '/etc/passwd',
    '/',
    '/srv',
    '/srv/workshop/a',
    '/srv/WORK/a',
    '/proc/self/environ',
    '/proc/self/root/etc/passwd',
    '/dev/zero',
    '//srv2/share',
  ]) {
    assert.throws(() => parsePath(text, '/srv/work'), troubled('outside'), text)
  }
  for (const text of [
    '%2e%2e/x',
    '..%2fx',
    '%2e%2e%2f',
    '\uff0e\uff0e/x',
    '..;/x',
    '․․/x',
    'file:///etc/passwd',
    '.. /x',
  ]) {
    assert.ok(!parsePath(text, '/srv/work').includes('..'), text)
  }
})

test('[R10] [R12] NUL, halves of characters, and what is too long or too deep are refused', () => {
  const refused = [
    'a\0',
    '\0',
    'x\ud800',
    'x'.repeat(256),
    'é'.repeat(128),
    'a/'.repeat(65),
    'a'.repeat(limits.filePathCharsMax + 1),
  ]
  for (const text of refused)
    assert.throws(() => parsePath(text, '/srv/work'), troubled('failed'), text.slice(0, 10))
})

test('[R10] on Windows its own ways out are refused too', () => {
  const root = 'C:\\Work'
  assert.deepEqual(parsePath('a\\b', root), ['a', 'b'])
  assert.deepEqual(parsePath('c:\\work\\a', root), ['a'])
  for (const text of ['..\\x', 'C:\\Windows', '\\\\host\\share', 'D:x', '\\x']) {
    assert.throws(() => parsePath(text, root), troubled('outside'), text)
  }
  for (const text of ['NUL', 'con.txt', 'a/COM1', 'notes:stream', 'a.', 'a /b', 'x?']) {
    assert.throws(() => parsePath(text, root), troubled('failed'), text)
  }
})

test('[R10] whatever is written, the names stay below the folder and say nothing but themselves', () => {
  const piece = fc.oneof(
    fc.constantFrom('..', '.', '', '/', 'srv', 'work', '%2e%2e', '~', '\0', 'a'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isAbsolute) => {
      const text = `${isAbsolute ? '/' : ''}${pieces.join('/')}`
      let names: readonly string[]
      try {
        names = parsePath(text, '/srv/work')
      } catch (error) {
        return troubled((error as { code: 'outside' | 'failed' }).code)(error)
      }
      assert.ok(names.every((name) => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name)))
      assert.deepEqual(parsePath(names.join('/') || '.', '/srv/work'), names)
      assert.match(showPath(names), /^[^\0-\x1f\x7f-\x9f]+$/)
      return true
    }),
    { numRuns: 2_000 },
  )
})
