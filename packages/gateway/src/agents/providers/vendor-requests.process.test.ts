// What each vendor is asked, as far as it differs from the others: thinking, caching, and what is kept there.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openVendorEndpoint } from '@heddle/emulators/vendor-endpoint'
import { createRealClock } from '../../foundation/real-clock.ts'
import type { ProviderKind } from '../agents-config.ts'
import { thinkingLevels } from '@heddle/contract'
import type { ModelMessage, ModelRequest } from '../model.ts'
import { nowHeading } from '../write-instructions.ts'
import { ask, readAll } from './model-provider-suite.ts'
import { createProviderOpener } from './open-provider.ts'
import { createRealModelFetch } from './real-model-fetch.ts'

const openProvider = createProviderOpener({ clock: createRealClock(), fetch: createRealModelFetch() })

/** What the vendor got. It answers nothing of use. */
async function bodyOf(t: TestContext, kind: ProviderKind, request: Partial<ModelRequest>, apiKey?: string) {
  const endpoint = await openVendorEndpoint([{ status: 400, body: {} }])
  t.after(() => endpoint.close())
  const baseUrl = `${endpoint.url}/v1`
  const provider = await openProvider({ name: 'v', kind, baseUrl, apiKey: async () => apiKey })
  await readAll(provider, ask('Hi', request))
  const [asked] = endpoint.asked
  return { at: (...path: string[]) => look(asked?.body, path), headers: asked?.headers ?? {} }
}

/** A part of the vendor's JSON; undefined when it is not there. */
function look(json: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return json
  return typeof json === 'object' && json !== null ? look(Reflect.get(json, key), rest) : undefined
}

/** That part for each level, in their order: off, minimal, low, medium, high, max. */
async function byLevel(
  t: TestContext,
  kind: ProviderKind,
  model: string,
  ...path: string[]
): Promise<unknown[]> {
  return Promise.all(
    thinkingLevels.map(async (thinking) => (await bodyOf(t, kind, { model, thinking })).at(...path)),
  )
}

const nothing = thinkingLevels.map(() => undefined)

test('[AGT3] OpenAI is told how hard to think, as far as the model can', async (t) => {
  const efforts = await byLevel(t, 'openai', 'gpt-6-sol', 'reasoning', 'effort')
  assert.deepEqual(efforts, ['none', 'low', 'low', 'medium', 'high', 'max'])
  assert.deepEqual(await byLevel(t, 'openai', 'gpt-4.1', 'reasoning'), nothing, 'it cannot think')
  const { at } = await bodyOf(t, 'openai', { model: 'gpt-6-sol', thinking: 'high' })
  assert.deepEqual([at('reasoning', 'summary'), at('store')], ['auto', false])
  assert.deepEqual(at('include'), ['reasoning.encrypted_content'])
})

test('[AGT3] OpenAI does not make every argument a required one', async (t) => {
  const tools = [{ name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } }]
  const { at } = await bodyOf(t, 'openai', { tools })
  assert.equal(at('tools', '0', 'strict'), false)
})

test('[AGT3] Anthropic thinks by effort, older models by a budget, and off is off', async (t) => {
  const model = 'claude-sonnet-5'
  const [off, ...on] = await byLevel(t, 'anthropic', model, 'thinking', 'type')
  assert.deepEqual([off, new Set(on)], ['disabled', new Set(['adaptive'])])
  const efforts = await byLevel(t, 'anthropic', model, 'output_config', 'effort')
  assert.deepEqual(efforts, [undefined, 'low', 'low', 'medium', 'high', 'max'])
  const [none, ...budgets] = await byLevel(t, 'anthropic', 'claude-haiku-4-5', 'thinking', 'budget_tokens')
  assert.equal(none, undefined)
  assert(
    budgets.every((tokens, i) => Number(tokens) > Number(budgets[i - 1] ?? 0)),
    String(budgets),
  )
})

test('[AGT3] Google thinks by a level or a budget, and what cannot think is told nothing', async (t) => {
  const config = ['generationConfig', 'thinkingConfig']
  const levels = await byLevel(t, 'google', 'gemini-3.5-flash', ...config, 'thinkingLevel')
  assert.deepEqual(levels.slice(2), ['low', 'medium', 'high', 'high'])
  const budgets = await byLevel(t, 'google', 'gemini-2.5-flash', ...config, 'thinkingBudget')
  assert.equal(budgets[0], 0)
  assert(Number(budgets[5]) > Number(budgets[2]))
  for (const model of ['gemini-2.0-flash', 'gemma-3-27b-it']) {
    assert.deepEqual(await byLevel(t, 'google', model, ...config), nothing, model)
  }
  const { at } = await bodyOf(t, 'google', { model: 'gemini-3.5-flash', thinking: 'low' })
  assert.equal(at(...config, 'includeThoughts'), true)
})

test('[AGT3] OpenRouter is told an effort, and asked for the cost', async (t) => {
  const efforts = await byLevel(t, 'openrouter', 'x/y', 'reasoning', 'effort')
  assert.deepEqual(efforts, [undefined, 'minimal', 'low', 'medium', 'high', 'xhigh'])
  const { at } = await bodyOf(t, 'openrouter', { model: 'anthropic/claude-sonnet-5' })
  assert.deepEqual([at('usage'), at('cache_control')], [{ include: true }, { type: 'ephemeral' }])
  assert.equal((await bodyOf(t, 'openrouter', { model: 'x/y' })).at('cache_control'), undefined)
})

const said: ModelMessage[] = [
  { role: 'user', speaker: null, text: 'One' },
  { role: 'assistant', text: 'Two', reasoning: '', toolCalls: [] },
  { role: 'user', speaker: null, text: 'Three' },
]
const call = { id: 'c1', name: 'read', arguments: '{}' }
const called: ModelMessage[] = [
  { role: 'assistant', text: '', reasoning: '', toolCalls: [call] },
  { role: 'tool', callId: 'c1', name: 'read', output: 'Four', isError: false },
]

test('[AGT3] Anthropic caches the instructions without the time, what was last said, and everything', async (t) => {
  const system = `Be brief.${nowHeading}Monday`
  const { at } = await bodyOf(t, 'anthropic', { system, messages: [...said, ...called] })
  const blocks = [at('system', '0'), at('system', '1')]
  for (let i = 0; at('messages', String(i)) !== undefined; i++) {
    for (let j = 0; at('messages', String(i), 'content', String(j)) !== undefined; j++) {
      blocks.push(at('messages', String(i), 'content', String(j)))
    }
  }
  const marked = blocks.filter((block) => look(block, ['cache_control', 'type']) === 'ephemeral')
  const words = marked.map((block) => look(block, ['text']) ?? look(block, ['content']))
  assert.deepEqual(words, ['Be brief.', 'Three', 'Four'])
  const told = blocks.slice(0, 2).map((block) => look(block, ['text']))
  assert.deepEqual(told, ['Be brief.', `${nowHeading}Monday`])
})

test('[AGT3] Anthropic does not think on where its thoughts are missing, which it would refuse', async (t) => {
  const typeOf = async (messages: ModelMessage[]) =>
    (await bodyOf(t, 'anthropic', { model: 'claude-haiku-4-5', thinking: 'high', messages })).at(
      'thinking',
      'type',
    )
  assert.equal(await typeOf(said), 'enabled')
  assert.equal(await typeOf([...said, ...called]), 'disabled')
  const vendor = {
    model: 'v/m',
    data: '[{"kind":"thought","text":"Hm","said":{"anthropic":{"signature":"s"}}},{"kind":"call","id":"c1"}]',
  }
  const own = called.map((message) => (message.role === 'assistant' ? { ...message, vendor } : message))
  assert.equal(await typeOf([...said, ...own]), 'enabled')
  assert.equal(await typeOf([...said, ...called, { role: 'user', speaker: null, text: 'Five' }]), 'enabled')
})

test('[AGT3] what stands in for a vendor is asked without a key when there is none, whatever the environment has', async (t) => {
  const names = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'OPENROUTER_API_KEY']
  for (const name of names) process.env[name] = 'environment-4711'
  t.after(() => names.forEach((name) => delete process.env[name]))
  for (const kind of ['openai', 'anthropic', 'google', 'openrouter', 'openai-compatible'] as const) {
    const { headers } = await bodyOf(t, kind, {})
    assert.equal(
      headers['authorization'] ?? headers['x-api-key'] ?? headers['x-goog-api-key'],
      undefined,
      kind,
    )
    assert.doesNotMatch(JSON.stringify(headers), /4711/)
  }
})

test('[AGT3] a vendor itself is not asked without a key, and the message says where it was looked for', async () => {
  for (const kind of ['openai', 'anthropic', 'google', 'openrouter'] as const) {
    const keyPlaces = () => ['the secret models.v.apiKey']
    const settings = { name: 'v', kind, baseUrl: undefined, apiKey: async () => undefined, keyPlaces }
    const [part, ...rest] = await readAll(await openProvider(settings), 'hello')
    assert(part?.type === 'failed' && rest.length === 0)
    assert.equal(part.error.kind, 'key_missing')
    assert.match(part.error.message, /none is set\. Looked for it in the secret models\.v\.apiKey\.$/)
  }
})
