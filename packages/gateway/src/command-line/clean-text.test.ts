import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanJson, cleanText, textWidth } from './clean-text.ts'

// What a terminal may obey: C0 and C1 controls, DEL, and marks that turn the direction of text.
const obeyed = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

test('[I45] no control character of any text survives', () => {
  assert.equal(cleanText('a\x1b[31mb\x9b0m\r\n\tc\x07\x7f'), 'a\\x1b[31mb\\x9b0m\\r\\n\\tc\\x07\\x7f')
  assert.equal(cleanText('\u202egnp.exe'), '\\u{202e}gnp.exe')
  assert.equal(cleanText('ordinary text, ümläute, 日本語, 🧵'), 'ordinary text, ümläute, 日本語, 🧵')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(cleanText(text), obeyed)
    }),
  )
})

test('[I45] JSON for a terminal has no bare control character and is the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const text = cleanJson(value)
      assert.doesNotMatch(text, obeyed)
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
    }),
  )
  assert.equal(cleanJson({ a: '\x9b' }, 2), '{\n  "a": "\\u009b"\n}')
})

test('[OPS1] wide letters take two columns, marks none', () => {
  assert.equal(textWidth('abc'), 3)
  assert.equal(textWidth('日本'), 4)
  assert.equal(textWidth('e\u0301'), 1)
  assert.equal(textWidth('🧵'), 2)
})
