import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitText } from './split-text.ts'

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

test('[DLV5] a sign that is made of several is never torn: flags, families, accents, right-to-left marks', () => {
  const kinds = ['🇩🇪', '👨‍👩‍👧‍👦', 'é', '👍🏽', '🏳️‍🌈', 'שָׁ', 'ก็']
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const sign of kinds) {
    for (let charsMax = 40; charsMax < 52; charsMax++) {
      const text = sign.repeat(60)
      const parts = splitText(text, { charsMax })
      assert.equal(parts.join(''), text)
      for (const part of parts) {
        assert.ok(part.length <= charsMax)
        const whole = [...segments.segment(part)].every(({ segment }) => segment === sign)
        assert.ok(whole, `${sign} at ${charsMax}`)
      }
    }
  }
})
