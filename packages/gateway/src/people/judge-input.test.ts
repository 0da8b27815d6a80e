import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeHandle, limits, normalizeHandle, Refusal } from '@heddle/contract'
import fc from 'fast-check'
import {
  cleanHandle,
  cleanName,
  cleanRole,
  cleanScopes,
  cleanTimeZone,
  cleanWhole,
  cutLine,
} from './judge-input.ts'
import { judgePassword } from './judge-password.ts'

function issueOf(work: () => unknown): { field: string; message: string; nearest?: string } {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'bad_input')
    assert.equal(error.issues.length, 1)
    return error.issues[0]!
  }
  return assert.fail('it was taken')
}

/** The code points of a text; what belongs together is put together at random anyway. */
const oneOf = (text: string) => fc.constantFrom(...Array.from(text))
const letter = oneOf('abzAZäßÅéñжЖΩσ王芳鈴木हिन्दी한글ไทยİıǅﬁ')
const inner = oneOf('._-09٣\u0301\u0308')
const wellFormed = fc
  .tuple(
    oneOf('aZ9éЖ王ह'),
    fc.array(fc.oneof(letter, inner), { maxLength: 20 }),
    fc.constantFrom('x', '7', '王'),
  )
  .map(([first, middle, last]) => first + middle.join('') + last)

test('[M5] letters, marks and digits of any script make a handle, which stays itself when judged again', () => {
  fc.assert(
    fc.property(wellFormed, (text) => {
      const handle = cleanHandle(text)
      assert.equal(handle, handle.normalize('NFC'))
      assert.equal(cleanHandle(handle), handle)
      assert.match(handle, /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u)
    }),
    { seed: 7, numRuns: 1_000 },
  )
})

test('[M5] nothing that is not of the grammar is taken, wherever in the handle it stands', () => {
  const strange = oneOf(' \t\n@/\\:;,!?#"\'`<>&|*()[]{}=+~^%$€™🙂\u200b\u200d\u202e\u0000\ufeff')
  fc.assert(
    fc.property(wellFormed, strange, fc.nat(), (text, sign, at) => {
      const place = at % (text.length + 1)
      const spoiled = text.slice(0, place) + sign + text.slice(place)
      assert.equal(issueOf(() => cleanHandle(spoiled)).field, 'handle')
    }),
    { seed: 7, numRuns: 1_000 },
  )
  for (const text of [
    '',
    '.kim',
    '-kim',
    '_kim',
    '\u0301kim',
    'kim.',
    'kim-',
    'kim_',
    '\ud800kim',
    'kim\udc00',
  ]) {
    assert.equal(issueOf(() => cleanHandle(text)).field, 'handle')
  }
})

test('[M5] a handle has at most 64 characters, counted in the form that is kept', () => {
  assert.equal(cleanHandle('a'.repeat(limits.handleCharsMax)).length, limits.handleCharsMax)
  issueOf(() => cleanHandle('a'.repeat(limits.handleCharsMax + 1)))
  assert.equal(cleanHandle('e\u0301'.repeat(limits.handleCharsMax)).length, limits.handleCharsMax)
})

test('[M8] case and composition do not make two handles', () => {
  fc.assert(
    fc.property(wellFormed, (text) => {
      for (const spelling of [text.normalize('NFD'), text.normalize('NFC'), text.toLowerCase()]) {
        assert.equal(normalizeHandle(spelling), normalizeHandle(text))
      }
    }),
    { seed: 7, numRuns: 1_000 },
  )
  assert.equal(cleanHandle('KIM'), cleanHandle('kim'))
  assert.equal(cleanHandle('ZOE\u0308'), cleanHandle('zoë'))
})

test('[M8] letters that only look alike make different handles', () => {
  assert.notEqual(cleanHandle('kim\u0430'), cleanHandle('kima'))
  assert.notEqual(cleanHandle('ﬁx'), cleanHandle('fix'))
})

test('[M10] the reserved words are nobody’s handle, in any spelling', () => {
  for (const word of ['here', 'channel', 'everyone', 'all', 'ALL', 'Here', 'EveryOne', 'CHANNEL']) {
    assert.equal(judgeHandle(word).ok, false)
    assert.match(issueOf(() => cleanHandle(word)).message, /reserved/)
  }
  assert.equal(cleanHandle('all2'), 'all2')
})

test('[OPS6] a name is one visible line', () => {
  assert.equal(cleanName('  Kim Müller '), 'Kim Müller')
  assert.equal(cleanName('e\u0301'), 'é')
  for (const name of [
    '',
    '   ',
    'a\nb',
    'a\u0000b',
    'a\u001b[31mb',
    'a\u202eb',
    'a\u2028b',
    '\u200b\u200d',
    'a\ud800',
    'x'.repeat(limits.nameCharsMax + 1),
  ]) {
    assert.equal(issueOf(() => cleanName(name)).field, 'name')
  }
  assert.equal(cutLine(' Mozilla/5.0 \u001b[2J\n(X11) ', 12), 'Mozilla/5.0')
})

test('[API1] a wrong role, scope, number or zone names its field and the nearest right value', () => {
  assert.deepEqual(issueOf(() => cleanRole('amdin')).nearest, 'admin')
  assert.equal(issueOf(() => cleanRole('root')).field, 'role')
  assert.equal(issueOf(() => cleanScopes(['read', 'writ'])).nearest, 'write')
  assert.equal(issueOf(() => cleanScopes([])).field, 'scopes')
  assert.deepEqual(cleanScopes(['admin', 'read', 'read']), ['read', 'admin'])
  assert.equal(issueOf(() => cleanWhole(0, 'expiresInDays', 1, 5)).nearest, '1')
  assert.equal(issueOf(() => cleanWhole(9, 'expiresInDays', 1, 5)).nearest, '5')
  assert.equal(issueOf(() => cleanWhole(1.5, 'expiresInDays', 1, 5)).field, 'expiresInDays')
  assert.equal(issueOf(() => cleanWhole(Number.NaN, 'expiresInDays', 1, 5)).field, 'expiresInDays')
  assert.equal(issueOf(() => cleanTimeZone('Europe/Berln')).nearest, 'Europe/Berlin')
})

test('[OPS6] a time zone is one that Intl knows by name', () => {
  assert.equal(cleanTimeZone('Europe/Berlin'), 'Europe/Berlin')
  assert.equal(cleanTimeZone('europe/berlin'), 'Europe/Berlin')
  assert.equal(cleanTimeZone('Asia/Kolkata'), 'Asia/Kolkata')
  assert.equal(cleanTimeZone('UTC'), 'UTC')
  for (const zone of [
    '',
    '+02:00',
    '-05:00',
    'Mars/Olympus',
    'Europe/Berlin ',
    '../etc/passwd',
    'x'.repeat(5_000),
  ]) {
    assert.equal(issueOf(() => cleanTimeZone(zone)).field, 'timeZone')
  }
})

test('[R14] the passwords that everybody tries first are refused', () => {
  const owner = { handle: 'kim.mueller', name: 'Kim Müller-Lüdenscheid' }
  const reasonOf = (password: string) => issueOf(() => judgePassword(password, owner)).message
  assert.match(reasonOf('123456789'), /fewer than 10/)
  assert.match(reasonOf('x'.repeat(limits.passwordCharsMax + 1)), /more than/)
  assert.match(reasonOf('Kim.Mueller'), /is the handle/)
  assert.match(reasonOf('kim müller-lüdenscheid'), /is the name/)
  assert.match(reasonOf('aaaaaaaaaaaa'), /easy to guess/)
  assert.match(reasonOf('1234567890'), /easy to guess/)
  judgePassword('kim.mueller is my handle', owner)
  // Nine letters of two code units each, until they are composed.
  assert.match(reasonOf('e\u0301'.repeat(9)), /fewer than 10/)
})
