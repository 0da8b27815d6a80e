// Three hundred turns through a window of 32,000 tokens, over HTTP: a model that counts what it is sent and refuses what is
// too long, and that keeps of a record only the lines that are marked. What was planted early must be in every request
// that follows.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { test } from 'node:test'
import { openTestSessions } from '../../../test-support/open-test-sessions.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'
import { createProviderOpener } from '../../agents/providers/open-provider.ts'
import { createRealModelFetch } from '../../agents/providers/real-model-fetch.ts'
import { createRealClock } from '../../foundation/real-clock.ts'
import { summaryTask } from './summary-task.ts'

const windowTokens = 32_000
const turns = 300
const factEvery = 20
const toolsEvery = 7

interface SentMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string | { text: string }[] | null
  tool_calls?: { id: string }[]
  tool_call_id?: string
}

interface Sent {
  tokens: number
  body: string
  messages: SentMessage[]
  isSummary: boolean
}

test('[SES8] in a long session every request fits the window, and what was planted early is in each that follows', async () => {
  const sent: Sent[] = []
  const server = createServer((request, response) => void answer(sent, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const tools = toolsOf({
    descriptions: [{ name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } }],
    run: async () => ({ output: 'line of a file\n'.repeat(600), isError: false }),
  })
  await using world = await openTestSessions({
    runTwiceShare: 0,
    tools,
    openProvider: createProviderOpener({ clock: createRealClock(), fetch: createRealModelFetch() }),
    agents: {
      agents: { defaults: { model: 'local/m' } },
      models: {
        providers: {
          local: { kind: 'openai-compatible', baseUrl, models: [{ id: 'm', contextTokens: windowTokens }] },
        },
      },
    },
  })
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const planted: string[] = []
  let requests = 0
  for (let i = 0; i < turns; i++) {
    const fact = `FACT ${i}: the number of project ${i} is ${i * 7_919 + 13}.`
    if (i % factEvery === 0) planted.push(fact)
    const asked = i % factEvery === 0 ? fact : `Question ${i}.`
    await world.say(
      actor,
      id,
      `${asked} ${i % toolsEvery === 0 ? 'Use the tool. ' : ''}${'talk '.repeat(250)}`,
    )
    await world.work()
    for (const { isSummary, body, messages, tokens } of sent.slice(requests)) {
      assert.ok(tokens <= windowTokens, `${tokens} tokens in turn ${i}`)
      assertPaired(messages)
      if (isSummary) continue
      for (const known of planted) assert.ok(body.includes(known), `turn ${i} does not know "${known}"`)
      assert.ok(body.includes(asked))
    }
    requests = sent.length
  }
  const timeline = await world.store.read(async (r) => {
    const kinds: string[] = []
    for (let after = 0; ; ) {
      const page = await world.sessions.timeline(r, world.operator, id, { after, limit: 500 })
      kinds.push(...page.events.map(({ kind }) => kind))
      if (!page.more) return kinds
      after = page.events.at(-1)?.seq ?? after
    }
  })
  const count = (kind: string) => timeline.filter((one) => one === kind).length
  assert.equal(count('message.user'), turns)
  assert.equal(count('turn.finished'), turns)
  assert.equal(count('turn.failed'), 0)
  assert.ok(count('compaction') >= 4, `${count('compaction')} compactions`)
  assert.ok(count('compaction') <= 20, `${count('compaction')} compactions`)
  const full = Math.max(...sent.filter(({ isSummary }) => !isSummary).map(({ tokens }) => tokens))
  assert.ok(full > windowTokens * 0.65, `the fullest request had ${full} tokens`)
  server.closeAllConnections()
  server.close()
})

async function answer(sent: Sent[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readText(request)
  const { messages } = JSON.parse(body) as { messages: SentMessage[] }
  // As many as of English text.
  const tokens = Math.ceil(body.length / 4)
  const isSummary = textOf(messages[0]).startsWith(summaryTask)
  sent.push({ tokens, body, messages, isSummary })
  if (tokens > windowTokens) {
    response.writeHead(400, { 'content-type': 'application/json' })
    const error = {
      message: `The maximum context length is ${windowTokens}.`,
      code: 'context_length_exceeded',
    }
    response.end(JSON.stringify({ error }))
    return
  }
  const last = messages.at(-1)
  const calls = !isSummary && last?.role === 'user' && textOf(last).includes('Use the tool.')
  const delta = calls
    ? {
        tool_calls: [
          {
            index: 0,
            id: `call_${sent.length}`,
            type: 'function',
            function: { name: 'read', arguments: '{}' },
          },
        ],
      }
    : { content: isSummary ? keepFacts(messages) : `Answer. ${'words '.repeat(200)}` }
  const chunk = (choice: object, more: object = {}) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }], ...more })}\n\n`
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ delta, finish_reason: null }))
  const usage = { prompt_tokens: tokens, completion_tokens: 200, total_tokens: tokens + 200 }
  response.write(chunk({ delta: {}, finish_reason: calls ? 'tool_calls' : 'stop' }, { usage }))
  response.end('data: [DONE]\n\n')
}

function keepFacts(messages: readonly SentMessage[]): string {
  const facts = messages.slice(1).flatMap((message) => textOf(message).match(/FACT \d+: [^.]+\./g) ?? [])
  return [...new Set(facts)].join('\n') || 'Nothing of note.'
}

function textOf(message: SentMessage | undefined): string {
  const content = message?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('')
}

function assertPaired(messages: readonly SentMessage[]): void {
  let open: string[] = []
  for (const { role, tool_calls: calls = [], tool_call_id: answered } of messages) {
    if (role === 'tool') assert.equal(answered, open.shift(), 'a result without its call')
    else {
      assert.deepEqual(open, [], 'a call without its result')
      open = calls.map((call) => call.id)
    }
  }
  assert.deepEqual(open, [])
}
