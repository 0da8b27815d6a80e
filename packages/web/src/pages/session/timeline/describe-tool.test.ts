import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeTool, writeArguments } from './describe-tool.ts'

test('[UIT5] a tool is told as a verb and what it was done to', () => {
  assert.deepEqual(describeTool('read_file', '{"path":"a/b.txt","limit":3}'), {
    verb: 'Read',
    object: 'a/b.txt',
  })
  assert.deepEqual(describeTool('exec', '{"command":"ls  -l\\n/tmp"}'), { verb: 'Ran', object: 'ls -l /tmp' })
})

test('[UIT5] a tool of another house keeps its name, with the first text that it was given', () => {
  assert.deepEqual(describeTool('weather', '{"days":3,"city":"Bern"}'), { verb: undefined, object: 'Bern' })
  assert.deepEqual(describeTool('ping', '{}'), { verb: undefined, object: '' })
  assert.deepEqual(describeTool('constructor', '[1]'), { verb: undefined, object: '[1]' })
  assert.equal(describeTool('exec', '{"command":"' + 'x'.repeat(900)).object.length, 200)
})

test('[UIT5] arguments are set out when they are JSON, and shown as they are when not', () => {
  assert.equal(writeArguments('{"a":1}'), '{\n  "a": 1\n}')
  assert.equal(writeArguments('{"a":'), '{"a":')
})
