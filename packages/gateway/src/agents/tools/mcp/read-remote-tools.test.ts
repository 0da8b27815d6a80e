import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { limits } from '@heddle/contract'
import { nameRemoteTools } from './name-remote-tools.ts'
import { readRemoteTools } from './read-remote-tools.ts'

const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more })

test('[AGT5] a tool of a server is called mcp__<server>__<tool>', () => {
  const names = nameRemoteTools('my-files', ['read_file', 'a.b', 'x'.repeat(100)])
  assert.equal(names.get('read_file'), 'mcp__my-files__read_file')
  assert.equal(names.get('a.b'), 'mcp__my-files__a_b')
  assert.match(names.get('x'.repeat(100)) ?? '', /^mcp__my-files__x{40}_[0-9a-f]{8}$/)
})

test('[AGT5] names fit every provider, differ from each other, and do not depend on the order', () => {
  const remote = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 100 }), { maxLength: 30 })
  const server = fc.stringMatching(/^[a-z][a-z0-9-]{0,39}$/)
  fc.assert(
    fc.property(server, remote, (name, remotes) => {
      const names = nameRemoteTools(name, remotes)
      assert.equal(new Set(names.values()).size, remotes.length)
      for (const one of names.values()) assert.match(one, /^[A-Za-z0-9_-]{1,64}$/)
      assert.deepEqual(nameRemoteTools(name, remotes.toReversed()), names)
    }),
  )
})

test('[AGT5] of two names that would be the same, the second gets a mark of its own', () => {
  const names = nameRemoteTools('s', ['a_b', 'a.b', 'a b'])
  assert.equal(new Set(names.values()).size, 3)
  assert.ok([...names.values()].every((name) => /^mcp__s__a_b(?:_[0-9a-f]{8})?$/.test(name)))
})

test('[AGT5] a description is marked as the words of the server, bounded, and without control bytes', () => {
  const { tools } = readRemoteTools(
    's',
    [tool('t', { description: `do this\u001b[2J ${'x'.repeat(9_000)}` })],
    undefined,
  )
  const description = tools[0]?.description ?? ''
  assert.match(
    description,
    /^\[A tool of the MCP server "s", described in its own words\] do this\\x1b\[2J x+…$/,
  )
  assert.ok(description.length < limits.mcpDescriptionCharsMax + 100)
})

test('[AGT5] tools that cannot be shown are left out, each with the reason', () => {
  let deep: unknown = {}
  for (let i = 0; i < 10_000; i++) deep = { properties: { a: deep } }
  const { tools, complaints } = readRemoteTools(
    's',
    [
      tool('good'),
      7,
      { name: 'bare' },
      tool('text', { inputSchema: { type: 'string' } }),
      tool('deep', { inputSchema: deep }),
      tool('long', { inputSchema: { description: 'x'.repeat(100_000) } }),
      tool('ref', { inputSchema: { $ref: 'https://example.org/schema' } }),
      tool('own-ref', { inputSchema: { $ref: '#/$defs/a' } }),
      tool('good'),
    ],
    undefined,
  )
  assert.deepEqual(
    tools.map(({ remoteName }) => remoteName),
    ['good', 'own-ref'],
  )
  assert.deepEqual(complaints, [
    'A tool is not described in a way that can be read.',
    'Its tool "bare" is not described in a way that can be read.',
    'Its tool "text" takes something else than an object.',
    'Its tool "deep" has arguments that are nested too deeply.',
    'Its tool "long" has a description of its arguments that is longer than 32 KB.',
    'Its tool "ref" has arguments that are described at another address.',
    'Its tool "good" is listed twice.',
  ])
})

test('[R12] of thousands of tools the first are used, or those that were chosen', () => {
  const listed = Array.from({ length: 5_000 }, (_, i) => tool(`t${i}`))
  const all = readRemoteTools('s', listed, undefined)
  assert.equal(all.tools.length, limits.mcpToolsPerServerMax)
  assert.deepEqual(all.complaints, [
    'Of its 5000 tools the first 128 are used; choose others with tools.mcp.s.tools.',
  ])
  const some = readRemoteTools('s', listed, ['t4999', 'gone'])
  assert.deepEqual(
    some.tools.map(({ remoteName }) => remoteName),
    ['t4999'],
  )
  assert.deepEqual(some.complaints, ['Its tool "gone" is not there.'])
  assert.deepEqual(readRemoteTools('s', listed, []).tools, [])
})

test('[R12] a thousand broken tools make few words', () => {
  const { complaints } = readRemoteTools('s', Array(1_000).fill({ name: 'x'.repeat(300) }), undefined)
  assert.ok(complaints.join(' ').length < 3_000)
  assert.match(complaints.at(-1) ?? '', /990 more/)
})

test('[AGT5] only what is said to be safe to repeat is made again', () => {
  const said = (annotations: unknown) =>
    readRemoteTools('s', [tool('t', { annotations })], undefined).tools[0]?.isIdempotent
  assert.equal(said(undefined), false)
  assert.equal(said({ readOnlyHint: true }), true)
  assert.equal(said({ idempotentHint: true, readOnlyHint: false }), true)
  assert.equal(said({ readOnlyHint: 'yes' }), false)
  assert.equal(said('nonsense'), false)
})
