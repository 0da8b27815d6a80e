import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { loopbackRenderer } from './loopback-renderer.ts'
import { platformTextCharsMax } from './platform-words.ts'
import { splitText } from './split-text.ts'

const nobody = () => undefined
const accounts = new Map([
  ['ann', '101'],
  ['kim', '102'],
])
const accountOf = (handle: string) => accounts.get(handle)

test('[DLV5] a short text is one part, as it was written', () => {
  const markdown = '  # Hello\n\n\tworld  \n'
  assert.deepEqual(loopbackRenderer.render({ markdown, accountOf: nobody }), [
    { text: markdown, mentions: [] },
  ])
  assert.deepEqual(loopbackRenderer.render({ markdown: '', accountOf: nobody }), [])
})

test('[DLV6] only mentions of linked members are written out and call somebody', () => {
  const markdown = '@ann and `@kim` and @nobody and \\@kim and <@999> and <@everyone>'
  const [part] = loopbackRenderer.render({ markdown, accountOf })
  assert.equal(part?.text, '<@101> and `@kim` and @nobody and \\@kim and <@999> and <@everyone>')
  assert.deepEqual(part?.mentions, ['101'])
})

test('[DLV5] a text is split after its mentions were written out, and each part calls its own', () => {
  const long = 'x'.repeat(1_990)
  const parts = loopbackRenderer.render({ markdown: `@ann ${long}\n@kim`, accountOf })
  assert.deepEqual(
    parts.map(({ text, mentions }) => [text.length <= platformTextCharsMax, mentions]),
    [
      [true, ['101']],
      [true, ['102']],
    ],
  )
  assert.equal(parts.map(({ text }) => text).join(''), `<@101> ${long}\n<@102>`)
})

test('[DLV5] a mention is never cut in two', () => {
  for (let before = 30; before < 60; before++) {
    const parts = splitText(`${'x'.repeat(before)}<@100000000001>${'y'.repeat(60)}`, { charsMax: 60 })
    assert.ok(
      parts.some((part) => part.includes('<@100000000001>')),
      `${before}`,
    )
  }
})

test('[DLV5] a block of code that is cut is closed and opened again, with its language', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('')
  const parts = splitText(`Before.\n\n\`\`\`ts\n${lines}\`\`\`\nAfter.`, { charsMax: 80 })
  assert.ok(parts.length > 2)
  for (const part of parts) assert.equal([...part.matchAll(/^```/gm)].length % 2, 0, part)
  for (const part of parts.slice(1, -1)) assert.match(part, /^```ts\nline/)
  assert.match(parts.at(-1) ?? '', /After\.$/)
})

test('[DLV5] the footer stands behind the last part, whatever its length, and never inside of code', () => {
  for (const length of [0, 10, 1_900, 1_985, 1_999, 2_000, 2_001, 3_985]) {
    const markdown = 'y'.repeat(length)
    const parts = loopbackRenderer.render({
      markdown,
      accountOf: nobody,
      footer: 'runtime 5m12s',
      spareChars: 40,
    })
    for (const { text } of parts) assert.ok(text.length <= platformTextCharsMax - 40, `${length}`)
    assert.match(parts.at(-1)?.text ?? '', length === 0 ? /^runtime 5m12s$/ : /y\nruntime 5m12s$/)
    for (const { text } of parts.slice(0, -1)) assert.doesNotMatch(text, /runtime/)
  }
  const [open] = loopbackRenderer.render({ markdown: '```\ncode', accountOf: nobody, footer: 'stats' })
  assert.equal(open?.text, '```\ncode\n```\nstats')
})

const line = fc.oneof(
  fc.string({ maxLength: 40, unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '```',
    '```ts',
    '~~~~',
    '~~~',
    '   ```',
    'a ``` b',
    'word '.repeat(30),
    '<@100000000001>',
  ),
)
const texts = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'))

test('[DLV5] whatever the text: no part is too long, none is empty, and together they are the text but for fences', () => {
  fc.assert(
    fc.property(
      texts,
      fc.integer({ min: 120, max: 400 }),
      fc.integer({ min: 0, max: 60 }),
      (text, charsMax, reserve) => {
        const parts = splitText(text, { charsMax, lastReserve: reserve })
        for (const part of parts) assert.ok(part.length <= charsMax)
        assert.ok((parts.at(-1)?.length ?? 0) <= charsMax - reserve)
        if (text !== '') for (const part of parts) assert.notEqual(part, '')
        assert.equal(withoutFences(parts.join('\n')), withoutFences(text))
      },
    ),
    { numRuns: 500 },
  )
})

test('[DLV5] without code the parts are the text, character by character', () => {
  const plain = fc.array(fc.string({ maxLength: 90, unit: 'binary' }), { maxLength: 30 })
  fc.assert(
    fc.property(plain, fc.constantFrom('\n', '\n\n', ' ', '  \t'), (words, between) => {
      const text = words.join(between).replaceAll(/[`~]/g, '')
      const parts = splitText(text, { charsMax: 100 })
      assert.equal(parts.join(''), text)
      for (const part of parts) assert.ok(part.length <= 100 && part.isWellFormed())
    }),
    { numRuns: 500 },
  )
})

/** Fences, and with them the line breaks that they need, may be more than they were. */
function withoutFences(text: string): string {
  return text.replaceAll(/^ {0,3}(```+|~~~+).*$/gm, '').replaceAll('\n', '')
}
