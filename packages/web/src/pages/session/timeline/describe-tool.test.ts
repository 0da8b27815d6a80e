import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeTool, writeArguments } from './describe-tool.ts'

const told = (name: string, given: object) => {
  const { verb, object } = describeTool(name, JSON.stringify(given))
  return [verb, object]
}

test('[UIT5] a tool is told as a verb and what it was done to', () => {
  assert.deepEqual(told('read', { path: 'a/b.txt', limit: 3 }), ['read', 'a/b.txt'])
  assert.deepEqual(told('exec', { argv: ['git', 'status'] }), ['run', 'git status'])
  assert.deepEqual(told('exec', { script: 'ls  -l\n/tmp' }), ['run', 'ls -l /tmp'])
  assert.deepEqual(told('process', { action: 'output', id: 'p1' }), ['process', 'output p1'])
  assert.deepEqual(told('search', { query: 'boat', path: 'src' }), ['search', 'boat'])
  assert.deepEqual(told('list', {}), ['list', '.'])
  assert.deepEqual(told('attach', { attachments: ['a.txt', 'b.txt'] }), ['attach', 'a.txt, b.txt'])
  assert.deepEqual(told('message', { action: 'send', text: 'Look.', attachments: ['a'] }), [
    'message',
    'Look.',
  ])
  assert.deepEqual(told('message', { action: 'send', attachments: ['a.txt'] }), ['message', 'a.txt'])
  assert.deepEqual(told('fetch_url', { url: 'https://example.org' }), ['fetch', 'https://example.org'])
})

test('[UIT5] a tool of an MCP server is told by its own name and the server’s', () => {
  assert.deepEqual(describeTool('mcp__tracker__close_issue', '{"title":"Bern"}'), {
    verb: undefined,
    server: 'tracker',
    name: 'close_issue',
    object: 'Bern',
  })
  assert.equal(describeTool('mcp__odd', '{}').server, undefined)
})

test('[UIT5] a tool of another house keeps its name, with the first text that it was given', () => {
  assert.deepEqual(told('weather', { days: 3, city: 'Bern' }), [undefined, 'Bern'])
  assert.deepEqual(told('ping', {}), [undefined, ''])
  assert.equal(describeTool('constructor', '[1]').object, '[1]')
  assert.equal(describeTool('exec', '{"command":"' + 'x'.repeat(900)).object.length, 200)
})

test('[UIT5] arguments are set out when they are JSON, and shown as they are when not', () => {
  assert.equal(writeArguments('{"a":1}'), '{\n  "a": 1\n}')
  assert.equal(writeArguments('{"a":'), '{"a":')
})
