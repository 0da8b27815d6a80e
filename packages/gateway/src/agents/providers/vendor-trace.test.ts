import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LibraryPart } from './library-model.ts'
import { createTraceWriter, readTrace, traceBytesMax } from './vendor-trace.ts'

const call = (id: string): LibraryPart => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'read',
  input: '{"path":"a"}',
})
const sign = (signature: string) => ({ providerMetadata: { vendor: { signature } } })

function write(...parts: LibraryPart[]): string | undefined {
  const writer = createTraceWriter()
  for (const part of parts) writer.note(part)
  return writer.write()
}

const parts: LibraryPart[] = [
  { type: 'reasoning-start', id: '0' },
  { type: 'reasoning-delta', id: '0', delta: 'Hm, ' },
  { type: 'text-delta', id: '1', delta: 'I ' },
  { type: 'reasoning-delta', id: '0', delta: 'yes.' },
  { type: 'reasoning-delta', id: '0', delta: '', ...sign('s1') },
  { type: 'text-delta', id: '1', delta: 'read.' },
  { type: 'reasoning-start', id: '2', ...sign('s2') },
  { ...call('c1'), ...sign('s3') },
  call('c2'),
  { type: 'text-delta', id: '3', delta: ' Then.' },
]
const calls = ['c1', 'c2'].map((id) => ({ id, name: 'read', arguments: '{"path":"a"}' }))
const message = { role: 'assistant' as const, text: 'I read. Then.', reasoning: '', toolCalls: calls }

test('[AGT3] an answer is put together again as it was: in its order, with each signature at its part', () => {
  const traced = readTrace(write(...parts) ?? '', message)
  const input = { path: 'a' }
  const said = (signature: string) => ({ providerOptions: { vendor: { signature } } })
  assert.deepEqual(traced, [
    { type: 'reasoning', text: 'Hm, yes.', ...said('s1') },
    { type: 'text', text: 'I read.' },
    { type: 'reasoning', text: '', ...said('s2') },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input, ...said('s3') },
    { type: 'tool-call', toolCallId: 'c2', toolName: 'read', input },
    { type: 'text', text: ' Then.' },
  ])
})

test('[AGT3] texts and arguments are not kept a second time', () => {
  assert.doesNotMatch(write(...parts) ?? '', /read\.|path/)
})

test('[AGT3] without a call nothing is kept, and nothing that is too long', () => {
  assert.equal(write({ type: 'reasoning-delta', id: '0', delta: 'Hm', ...sign('s') }), undefined)
  const long = { type: 'reasoning-delta', id: '0', delta: 'x'.repeat(traceBytesMax) } as const
  assert.equal(write(long, call('c')), undefined)
  assert.equal(write(long, long, call('c')), undefined)
  assert.equal(write({ ...call('c'), ...sign('x'.repeat(traceBytesMax)) }), undefined)
  assert.notEqual(write({ ...long, delta: 'x'.repeat(traceBytesMax - 200) }, call('c')), undefined)
})

test('[AGT3] what does not go together any more, or cannot be read, is not used', () => {
  const data = write(...parts) ?? ''
  assert.equal(readTrace(data, { ...message, text: 'I read. Then' }), undefined)
  assert.equal(readTrace(data, { ...message, toolCalls: calls.slice(1) }), undefined)
  assert.equal(
    readTrace(data, { ...message, toolCalls: [...calls, { id: 'c3', name: 'read', arguments: '' }] }),
    undefined,
  )
  const broken = [
    '',
    '{',
    '{}',
    '[7]',
    '[null]',
    '[{"kind":"text"}]',
    '[{"kind":"call","id":1}]',
    '[{"kind":"x"}]',
  ]
  for (const text of [...broken, '[{"kind":"thought","text":"a","said":3}]']) {
    assert.equal(readTrace(text, { ...message, text: '', toolCalls: [] }), undefined, text)
  }
})
