import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanLines, createPieceCleaner } from './clean-lines.ts'

const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

/** Likely to hold what terminals obey, and characters that a cut can halve. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\x1b[2J',
        '\x1b]0;t\x07',
        '\r',
        '\n',
        '\r\n',
        '\t',
        '\x9b',
        '\u202e',
        '🧵',
        '\ud83e',
        'ab',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('[I45] a text keeps its lines and loses whatever else a terminal would obey', () => {
  assert.deepEqual(cleanLines('a\tb\r\nc\x1b[31md'), ['a    b', 'c\\x1b[31md'])
  fc.assert(
    fc.property(nasty, (text) => {
      for (const line of cleanLines(text)) {
        assert.doesNotMatch(line, control)
        assert(line.isWellFormed())
      }
    }),
  )
})

test('[I45] a text that comes in pieces is cleaned as in one, however it is cut', () => {
  fc.assert(
    fc.property(nasty, fc.array(fc.nat(80), { maxLength: 6 }), (text, cuts) => {
      const cleaner = createPieceCleaner()
      const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b), text.length]
      const pieces = at.slice(1).map((end, i) => text.slice(at[i], end))
      const written = pieces.map((piece) => cleaner.add(piece)).join('') + cleaner.rest()
      assert.equal(written, cleanLines(text).join('\n'))
    }),
  )
})
