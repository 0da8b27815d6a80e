// Every kind of provider against one server on loopback that speaks the formats of all vendors.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LLMock } from '@copilotkit/aimock'
import { addedProviderKinds } from '@heddle/contract'
import { createRealClock } from '../../foundation/real-clock.ts'
import type { ProviderKind } from '../agents-config.ts'
import type { ModelError, ModelPart, ModelProvider } from '../model.ts'
import { ask, readAll, testModelProvider, textOf } from './model-provider-suite.ts'
import { createProviderOpener } from './open-provider.ts'
import { createRealModelFetch } from './real-model-fetch.ts'

const openProvider = createProviderOpener({ clock: createRealClock(), fetch: createRealModelFetch() })
const mock = new LLMock({ port: 0, host: '127.0.0.1' })
const long = 'A long answer in many pieces. '.repeat(2_000)
const apiKey = 'sk-planted-key-4711'
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const usage = { input_tokens: 30, output_tokens: 3, prompt_tokens: 30, completion_tokens: 3 }
const counted = { usage: { ...usage, promptTokenCount: 30, candidatesTokenCount: 3 } }

before(async () => {
  mock.onMessage('hello', { content: 'Hello there.', ...counted })
  mock.onMessage('pieces', { content: 'One two three four five six.', ...counted }, { chunkSize: 4 })
  mock.onMessage('think', { content: 'Tea.', reasoning: 'Coffee or tea?', ...counted })
  mock.onMessage('use two tools', {
    toolCalls: [
      { name: 'read', arguments: '{"path":"a"}', id: 'call_1' },
      { name: 'read', arguments: '{"path":"b"}', id: 'call_2' },
    ],
  })
  mock.onMessage('use tool', { toolCalls: [{ name: 'read', arguments: '{"path":"a"}', id: 'call_1' }] })
  mock.onMessage('rate', {
    error: { message: 'slow down', type: 'rate_limit_error' },
    status: 429,
    retryAfter: 7,
  })
  mock.onMessage('overload', { error: { message: 'Overloaded', type: 'overloaded_error' }, status: 529 })
  mock.onMessage('key', {
    error: { message: `Wrong key ${apiKey}`, type: 'authentication_error' },
    status: 401,
  })
  mock.on({ userMessage: 'cut' }, { content: long }, { truncateAfterChunks: 30, latency: 1, chunkSize: 30 })
  // The mock talks on to nobody after an abort, and the process waits for it.
  mock.on({ userMessage: 'endless' }, { content: long.slice(0, 600) }, { latency: 20, chunkSize: 10 })
  await mock.start()
})

after(() => mock.stop())

const paths: Readonly<Record<string, string>> = { google: '/v1beta', openrouter: '/api/v1' }

function open(kind: ProviderKind): Promise<ModelProvider> {
  const baseUrl = mock.url + (paths[kind] ?? '/v1')
  return openProvider({ name: 'vendor', kind, baseUrl, apiKey: async () => apiKey })
}

function failureOf(parts: readonly ModelPart[]): ModelError {
  const last = parts.at(-1)
  assert(last?.type === 'failed', `the last part is ${last?.type}`)
  return last.error
}

const tools = [{ name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } }]
const models: Readonly<Record<string, string>> = {
  openai: 'gpt-6-sol',
  anthropic: 'claude-sonnet-5',
  google: 'gemini-3.5-flash',
  openrouter: 'anthropic/claude-sonnet-5',
}

for (const kind of addedProviderKinds) {
  const model = models[kind] ?? 'm'
  const say = (text: string) => ask(text, { model, tools })

  testModelProvider(kind, async () => ({
    provider: await open(kind),
    asks: { brief: 'hello', inPieces: 'pieces', rateLimit: 'rate', endless: 'endless' },
  }))

  test(`[AGT3] ${kind}: a tool call comes whole, and several of one answer come apart`, async () => {
    const one = await readAll(await open(kind), say('use tool'))
    const two = await readAll(await open(kind), say('use two tools'))
    for (const [parts, paths] of [
      [one, ['a']],
      [two, ['a', 'b']],
    ] as const) {
      const calls = parts.flatMap((part) => (part.type === 'tool_call' ? [part.call] : []))
      assert.deepEqual(
        calls.map(({ name, arguments: said }) => [name, JSON.parse(said)]),
        paths.map((path) => ['read', { path }]),
      )
      assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length)
      const last = parts.at(-1)
      // The mock ends a call of Google's with a word of its own.
      if (kind !== 'google') assert.equal(last?.type === 'finish' && last.reason, 'tool_calls')
    }
  })

  test(`[AGT3] ${kind}: reasoning comes apart from the text`, async () => {
    const parts = await readAll(await open(kind), ask('think', { model, thinking: 'high' }))
    // The mock has no reasoning in the form of OpenRouter's.
    const thought = kind === 'openrouter' ? '' : 'Coffee or tea?'
    assert.deepEqual([textOf(parts, 'reasoning'), textOf(parts)], [thought, 'Tea.'])
  })

  test(`[AGT3] ${kind}: an image is sent along`, async () => {
    mock.clearRequests()
    const image = { kind: 'image', name: 'a.png', mediaType: 'image/png', bytes: picture } as const
    const messages = [{ role: 'user', speaker: null, text: 'hello', attachments: [image] }] as const
    const parts = await readAll(await open(kind), ask('', { model, messages }))
    assert.equal(textOf(parts), 'Hello there.')
    assert.match(JSON.stringify(mock.getLastRequest()?.body), /iVBORw0KGgo|image/)
  })

  test(`[AGT3] ${kind}: a rate limit comes with its wait, an overload as one, after one request each`, async () => {
    mock.clearRequests()
    const limited = failureOf(await readAll(await open(kind), 'rate'))
    assert.deepEqual([limited.kind, limited.status, limited.retryAfterMs], ['rate_limited', 429, 7_000])
    assert.equal(failureOf(await readAll(await open(kind), 'overload')).kind, 'overloaded')
    assert.equal(mock.getRequests().length, 2)
  })

  test(`[AGT3] ${kind}: a stream that dies midway has no end`, async () => {
    const parts = await readAll(await open(kind), 'cut')
    const last = parts.at(-1)
    // Ending without an end says the same.
    if (last?.type !== 'text') assert.equal(failureOf(parts).kind, 'network')
    assert(!parts.some(({ type }) => type === 'finish'))
    assert(textOf(parts).startsWith('A long answer'))
  })

  test(`[AGT3] [I43] ${kind}: a key that is not accepted is refused, and shown in nothing`, async () => {
    const parts = await readAll(await open(kind), 'key')
    assert.equal(failureOf(parts).kind, 'refused')
    assert.doesNotMatch(JSON.stringify(parts), /planted/)
  })
}
