import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { writeCall } from './write-call.ts'

test('[UIA1] the call is written whole, spread over lines, and a line inside of a text ends there, too', () => {
  assert.equal(writeCall('exec', '{"argv":["date"]}'), 'exec {\n  "argv": [\n    "date"\n  ]\n}')
  assert.equal(writeCall('write', '{"t":"a\\nb"}'), 'write {\n  "t": "a\\n\nb"\n}')
  assert.equal(writeCall('write', '{"t":"a\\n\\nb"}'), 'write {\n  "t": "a\\n\n\\n\nb"\n}')
  // A backslash before an n is no line's end.
  assert.equal(writeCall('write', '{"t":"a\\\\nb"}'), 'write {\n  "t": "a\\\\nb"\n}')
})

test('[UIA1] what is no JSON is shown as it is', () => {
  assert.equal(writeCall('exec', '{"argv":'), 'exec {"argv":')
  assert.equal(writeCall('exec', ''), 'exec')
})

test('[UIA1] nothing is hidden from the eye: marks of direction and signs without width are spelled out', () => {
  const shown = writeCall('exec', JSON.stringify({ script: 'rm \u202egnp.a\u200b\u00ad\u{e0041}' }))
  assert.match(shown, /rm \\u202egnp\.a\\u200b\\u00ad\\udb40\\udc41/)
  assert.equal(writeCall('\u200bexec', '{}'), '\\u200bexec {}')
  assert.equal(writeCall('exec', '\u{feff}\u2066'), 'exec \\ufeff\\u2066')
})

test('[UIA1] whatever the arguments are, what is shown says the same to whoever reads it as JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (given) => {
      const text = JSON.stringify(given)
      const shown = writeCall('t', text).slice(2)
      const joined = shown.replace(/(?<=[^\\](?:\\\\)*\\n)\n/g, '')
      assert.deepEqual(JSON.parse(joined), JSON.parse(text))
    }),
  )
})
