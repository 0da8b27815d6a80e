import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '@heddle/contract'
import { parseJson } from './parse-json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('[API9] what JSON.stringify wrote is read back, as long as it is not too deep', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      // That field is refused, wherever it stands.
      fc.pre(!text.includes('__proto__'))
      assert.deepEqual(parseJson(bytes(text), 32), JSON.parse(text))
    }),
  )
})

test('[API9] [R12] anything else is refused, and never crashes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => {
      try {
        parseJson(raw, 4)
      } catch (error) {
        assert.ok(error instanceof Refusal && error.code === 'bad_json')
      }
    }),
  )
})

test('[OPS6] brackets in texts do not count, escaped quotes do not end a text', () => {
  const text = JSON.stringify({ a: '[[[[[[', b: 'quote " and \\ and [[[[[' })
  assert.deepEqual(parseJson(bytes(text), 1), JSON.parse(text))
  assert.throws(() => parseJson(bytes('[[1]]'), 1), /deeper than 1/)
  assert.deepEqual(parseJson(bytes('[[1],[2],[3]]'), 2), [[1], [2], [3]])
})
