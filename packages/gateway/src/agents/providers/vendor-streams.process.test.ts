// Each vendor's own stream, word for word: what is read from it, and what is sent back in the same turn.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openVendorEndpoint, type ScriptedAnswer } from '@heddle/emulators/vendor-endpoint'
import {
  anthropicEvents,
  googleEvents,
  openaiEvents,
  openrouterEvents,
  type VendorAnswer,
} from '@heddle/emulators/vendor-events'
import { createSilentLog } from '../../foundation/logging/log.ts'
import { createRealClock } from '../../foundation/real-clock.ts'
import type { StepOutcome } from '../agents.ts'
import { createAgents } from '../create-agents.ts'
import type { ModelMessage, Thinking } from '../model.ts'
import { nowHeading } from '../write-instructions.ts'
import { createProviderOpener } from './open-provider.ts'
import { createRealModelFetch } from './real-model-fetch.ts'

const clock = createRealClock()
const openProvider = createProviderOpener({ clock, fetch: createRealModelFetch() })
const apiKey = 'planted-key-4711'

const vendors = {
  openai: {
    path: '/v1',
    model: 'gpt-6-sol',
    events: openaiEvents,
    ends: ['completed', 'max_output_tokens', 'content_filter'],
  },
  anthropic: {
    path: '/v1',
    model: 'claude-sonnet-5',
    events: anthropicEvents,
    ends: ['end_turn', 'max_tokens', 'refusal'],
  },
  google: {
    path: '/v1beta',
    model: 'gemini-3.5-flash',
    events: googleEvents,
    ends: ['STOP', 'MAX_TOKENS', 'SAFETY'],
  },
  openrouter: {
    path: '/api/v1',
    model: 'anthropic/claude-sonnet-5',
    events: openrouterEvents,
    ends: ['stop', 'length', 'content_filter'],
  },
} as const
type Vendor = keyof typeof vendors
const kinds = Object.keys(vendors) as Vendor[]
const callEnds: Record<Vendor, string> = {
  openai: 'completed',
  anthropic: 'tool_use',
  google: 'STOP',
  openrouter: 'tool_calls',
}

const said: ModelMessage = { role: 'user', speaker: null, text: 'Read both.' }
const tools = [
  {
    name: 'read',
    description: 'Reads.',
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
]
const system = `Be brief.${nowHeading}Monday`

/** One step for each answer; `asked` are the bodies that the vendor got. */
async function talk(t: TestContext, kind: Vendor, script: readonly (VendorAnswer | ScriptedAnswer)[]) {
  const { path, model, events } = vendors[kind]
  const isScripted = (answer: VendorAnswer | ScriptedAnswer): answer is ScriptedAnswer =>
    'body' in answer || 'events' in answer
  const endpoint = await openVendorEndpoint(
    script.map((answer) => (isScripted(answer) ? answer : { events: events(answer) })),
  )
  t.after(() => endpoint.close())
  const agents = createAgents({
    config: () => ({
      agents: { defaults: { model: `vendor/${model}` } },
      models: { providers: { vendor: { kind, baseUrl: endpoint.url + path } } },
    }),
    openProvider,
    apiKey: async () => apiKey,
    readWorkspaceFile: async () => undefined,
    clock,
    log: createSilentLog(),
  })
  const [main] = agents.list()
  assert(main)
  return {
    endpoint,
    async step(
      messages: readonly ModelMessage[],
      thinking: Thinking = 'off',
      signal = new AbortController().signal,
    ) {
      const watch = { onText: () => undefined, onReasoning: () => undefined }
      return agents.runStep({ agent: { ...main, thinking }, system, messages, tools, signal }, watch)
    },
    body: (i: number) => JSON.stringify(endpoint.asked[i]?.body),
  }
}

function answered(outcome: StepOutcome) {
  assert(outcome.kind === 'answered', JSON.stringify(outcome))
  return outcome
}

const calls = [
  { id: 'call_1', name: 'read', input: { path: 'a' }, signature: 'call-signature' },
  { id: 'call_2', name: 'read', input: { path: 'b' } },
]
const thought = { text: 'Both at once.', signature: 'thought-signature' }

/** The answer with its calls and what they came to, as a turn hands it back. */
function after(outcome: StepOutcome): ModelMessage[] {
  const { text, reasoning, toolCalls, vendor, model } = answered(outcome)
  return [
    said,
    {
      role: 'assistant',
      text,
      reasoning,
      toolCalls,
      ...(vendor !== null && { vendor: { model, data: vendor } }),
    },
    ...toolCalls.map(
      ({ id, name }): ModelMessage => ({ role: 'tool', callId: id, name, output: 'ok', isError: false }),
    ),
  ]
}

for (const kind of kinds) {
  const { ends, model } = vendors[kind]

  test(`[AGT3] ${kind}: text, thoughts and usage with what came from the cache`, async (t) => {
    const { step } = await talk(t, kind, [{ thought, text: 'Done.', end: ends[0] }])
    const outcome = answered(await step([said], 'high'))
    assert.deepEqual([outcome.text, outcome.reasoning, outcome.finish], ['Done.', thought.text, 'stop'])
    const { inputTokens, outputTokens, cachedTokens } = outcome.usage
    assert.deepEqual([inputTokens, outputTokens, cachedTokens], [200, 20, 40])
    assert.equal(outcome.vendor, null, 'nothing was called, so nothing is asked for again')
  })

  test(`[AGT3] ${kind}: an answer that is cut off or held back says so`, async (t) => {
    const { step } = await talk(t, kind, [
      { text: 'A', end: ends[1] },
      { text: 'A', end: ends[2] },
    ])
    assert.equal(answered(await step([said])).finish, 'length')
    assert.equal(answered(await step([said])).finish, 'filtered')
  })

  test(`[AGT3] ${kind}: a stream that ends before its end is a network failure, whatever had come`, async (t) => {
    const { step } = await talk(t, kind, [{ text: 'half' }, { thought, calls }])
    for (const text of ['half', '']) {
      const outcome = await step([said])
      assert(outcome.kind === 'failed', JSON.stringify(outcome))
      assert.deepEqual([outcome.error.kind, outcome.text], ['network', text])
    }
  })

  test(`[AGT3] ${kind}: what the vendor signed comes back to it in the same turn, whole and in order`, async (t) => {
    const { step, body } = await talk(t, kind, [
      { thought, text: 'I read.', calls, end: callEnds[kind] },
      { text: 'Done.', end: ends[0] },
    ])
    const first = answered(await step([said], 'high'))
    assert.deepEqual(
      first.toolCalls.map(({ id, name, arguments: args }) => [id, name, JSON.parse(args)]),
      calls.map(({ id, name, input }) => [id, name, input]),
    )
    assert.equal(first.finish, 'tool_calls')
    answered(await step(after(first), 'high'))
    const sent = body(1)
    assert(sent?.includes('thought-signature'), sent)
    if (kind === 'google') assert(sent.includes('call-signature'), sent)
    const places = ['Read both.', thought.text, 'I read.', 'call_1', 'call_2'].map((part) =>
      sent.indexOf(part),
    )
    if (kind !== 'openrouter')
      assert.deepEqual(
        [...places].sort((a, b) => a - b),
        places,
        sent,
      )
  })

  test(`[AGT3] ${kind}: what another model signed is not sent`, async (t) => {
    const { step, body } = await talk(t, kind, [
      { thought, calls, end: callEnds[kind] },
      { text: 'Done.', end: ends[0] },
    ])
    const messages = after(await step([said], 'high')).map((message) =>
      message.role === 'assistant' && message.vendor
        ? { ...message, vendor: { ...message.vendor, model: 'other/model' } }
        : message,
    )
    answered(await step(messages, 'high'))
    assert.doesNotMatch(body(1) ?? '', /thought-signature|call-signature/)
    assert.match(body(1) ?? '', /call_1|"a"/)
  })

  test(`[AGT3] ${kind}: an abort while it is silent closes the connection`, async (t) => {
    const { events } = vendors[kind]
    const { step, endpoint } = await talk(t, kind, [{ events: events({ text: 'one' }), isSilent: true }])
    const abort = new AbortController()
    const stopped = step([said], 'off', abort.signal)
    while (endpoint.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    assert.equal((await stopped).kind, 'stopped')
    await endpoint.left()
  })

  test(`[AGT3] [I43] ${kind}: the key goes into its header and nowhere else`, async (t) => {
    const { step, endpoint, body } = await talk(t, kind, [
      {
        status: 400,
        body: {
          error: { message: `bad key ${apiKey}`, type: 'invalid_request_error', status: 'X', code: 400 },
          type: 'error',
        },
      },
    ])
    const outcome = await step([said])
    assert.equal(outcome.kind, 'failed')
    assert.doesNotMatch(JSON.stringify(outcome), /planted/)
    const [asked] = endpoint.asked
    assert(asked && !asked.path.includes('planted') && !body(0)?.includes('planted'))
    assert.match(JSON.stringify(asked.headers), /planted-key-4711/)
    assert.match(asked.path + body(0), new RegExp(model))
  })
}
