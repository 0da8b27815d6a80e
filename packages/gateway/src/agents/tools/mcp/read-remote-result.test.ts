import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { readRemoteResult } from './read-remote-result.ts'

test('[AGT5] words are joined, pictures, sounds and resources are named with their size', () => {
  const { output, isError, isUntrusted } = readRemoteResult({
    content: [
      { type: 'text', text: 'one' },
      { type: 'image', data: Buffer.alloc(10).toString('base64'), mimeType: 'image/png' },
      { type: 'audio', data: '', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
      { type: 'resource', resource: { uri: 'file:///b', mimeType: 'x/y', blob: 'AAAA' } },
      { type: 'resource_link', uri: 'file:///c', name: 'c' },
      { type: 'hologram' },
      null,
    ],
  })
  assert.equal(
    output,
    [
      'one',
      '[image: image/png, 10 bytes]',
      '[audio: audio/wav, 0 bytes]',
      '[resource file:///a]\ninside',
      '[resource file:///b: x/y, 3 bytes]',
      '[link: c file:///c]',
      '[something that cannot be shown: "hologram"]',
      '[something that cannot be shown: "unknown"]',
    ].join('\n\n'),
  )
  assert.deepEqual([isError, isUntrusted], [false, true])
})

test('[AGT5] what is structured comes as JSON, but not twice', () => {
  const structuredContent = { a: [1, 2] }
  assert.equal(readRemoteResult({ content: [], structuredContent }).output, '{"a":[1,2]}')
  const both = readRemoteResult({ content: [{ type: 'text', text: '{ "a": [1, 2] }' }], structuredContent })
  assert.equal(both.output, '{ "a": [1, 2] }')
})

test('[AGT5] an error stays one, and nothing is something', () => {
  assert.equal(readRemoteResult({ content: [{ type: 'text', text: 'no' }], isError: true }).isError, true)
  assert.match(readRemoteResult({}).output, /with nothing in it/)
  assert.equal(readRemoteResult(7).isError, true)
  assert.equal(readRemoteResult({ content: 'x', isError: 'yes' }).isError, false)
})

test('[R12] [I45] long answers lose their middle, and control bytes are written out', () => {
  const { output } = readRemoteResult({
    content: [{ type: 'text', text: `\u001b[2J${'x'.repeat(1_000_000)}end` }],
  })
  assert.ok(Buffer.byteLength(output) <= limits.mcpOutputBytesMax)
  assert.match(output, /^\\x1b\[2Jx+\n\[… \d+ bytes left out …\]\nx+end$/)
})
