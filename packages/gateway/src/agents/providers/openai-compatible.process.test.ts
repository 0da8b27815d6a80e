// Against servers on loopback: aimock speaks the format, and a plain server speaks what no mock would.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { LLMock } from '@copilotkit/aimock'
import { createSilentLog } from '../../foundation/logging/log.ts'
import { createRealClock } from '../../foundation/real-clock.ts'
import { createAgents } from '../create-agents.ts'
import type { ModelError, ModelPart } from '../model.ts'
import { ask, readAll, testModelProvider, textOf } from './model-provider-suite.ts'
import { unreadBytesMax } from './model-fetch.ts'
import { createProviderOpener } from './open-provider.ts'
import { openLibraryProvider } from './open-library-provider.ts'
import { openaiCompatible } from './openai-compatible.ts'
import { createRealModelFetch } from './real-model-fetch.ts'

const clock = createRealClock()
const fetch = createRealModelFetch()
const mock = new LLMock({ port: 0, host: '127.0.0.1' })
const long = 'A long answer in many pieces. '.repeat(2_000)

before(async () => {
  mock.onMessage('hello', { content: 'Hello there.', usage: { prompt_tokens: 30, completion_tokens: 3 } })
  mock.onMessage('pieces', { content: 'One two three four five six.' }, { chunkSize: 4 })
  mock.onMessage('think', { content: 'Tea.', reasoning: 'Coffee or tea?' })
  mock.onMessage('use tool', { toolCalls: [{ name: 'read', arguments: '{"path":"a"}', id: 'call_1' }] })
  mock.onMessage('rate', {
    error: { message: 'slow down', type: 'rate_limit_error' },
    status: 429,
    retryAfter: 7,
  })
  mock.onMessage('overload', { error: { message: 'Overloaded', type: 'overloaded_error' }, status: 529 })
  mock.onMessage('context', {
    error: {
      message: "This model's maximum context length is 8192 tokens.",
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
    status: 400,
  })
  mock.on({ userMessage: 'cut' }, { content: long }, { disconnectAfterMs: 60, latency: 20, chunkSize: 30 })
  // The mock talks on to nobody after an abort, and the process waits for it.
  mock.on({ userMessage: 'endless' }, { content: long.slice(0, 600) }, { latency: 20, chunkSize: 10 })
  await mock.start()
})

after(() => mock.stop())

function open(baseUrl: string, apiKey?: string) {
  const settings = { name: 'local', kind: 'openai-compatible' as const, baseUrl, apiKey: async () => apiKey }
  return openLibraryProvider(openaiCompatible, settings, { clock, fetch })
}

const openMock = () => open(`${mock.url}/v1`)

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function serve(t: TestContext, answer: Answer): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

function failureOf(parts: readonly ModelPart[]): ModelError {
  const last = parts.at(-1)
  assert(last?.type === 'failed', `the last part is ${last?.type}`)
  return last.error
}

const sse = { 'content-type': 'text/event-stream' }
const chunk = (delta: unknown, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

testModelProvider('openai-compatible', async () => ({
  provider: openMock(),
  asks: { brief: 'hello', inPieces: 'pieces', rateLimit: 'rate', endless: 'endless' },
}))

test('[AGT3] text streams with its usage, and the request says what was asked', async () => {
  const parts = await readAll(openMock(), ask('hello', { model: 'some/model:1b', thinking: 'high' }))
  assert.equal(textOf(parts), 'Hello there.')
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    reason: 'stop',
    usage: { inputTokens: 30, outputTokens: 3, cachedTokens: 0 },
  })
  // The journal keeps the body as it came.
  const body = mock.getLastRequest()?.body as unknown as Record<string, unknown>
  assert.equal(body['model'], 'some/model:1b')
  assert.equal(body['stream'], true)
  assert.equal(body['reasoning_effort'], 'high')
})

test('[AGT3] reasoning comes apart from the text', async () => {
  const parts = await readAll(openMock(), 'think')
  assert.deepEqual([textOf(parts, 'reasoning'), textOf(parts)], ['Coffee or tea?', 'Tea.'])
})

test('[AGT3] a tool call comes whole', async () => {
  const tools = [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }]
  const parts = await readAll(openMock(), ask('use tool', { tools }))
  assert.deepEqual(
    parts.filter(({ type }) => type === 'tool_call'),
    [{ type: 'tool_call', call: { id: 'call_1', name: 'read', arguments: '{"path":"a"}' } }],
  )
  const last = parts.at(-1)
  assert.equal(last?.type === 'finish' && last.reason, 'tool_calls')
})

test('[AGT3] a rate limit comes with its wait, after one request and no more', async () => {
  mock.clearRequests()
  const error = failureOf(await readAll(openMock(), 'rate'))
  assert.deepEqual([error.kind, error.status, error.retryAfterMs], ['rate_limited', 429, 7_000])
  assert.equal(mock.getRequests().length, 1)
})

test('[AGT3] an overload and a conversation that is too long are told as such', async () => {
  assert.equal(failureOf(await readAll(openMock(), 'overload')).kind, 'overloaded')
  assert.equal(failureOf(await readAll(openMock(), 'context')).kind, 'context_too_long')
})

test('[AGT3] a stream that dies midway is a network failure with what had come', async () => {
  const parts = await readAll(openMock(), 'cut')
  const last = parts.at(-1)
  // Ending without an end says the same.
  if (last?.type !== 'text') assert.equal(failureOf(parts).kind, 'network')
  assert(!parts.some(({ type }) => type === 'finish'))
  const outcome = await runStep(`${mock.url}/v1`, 'cut')
  assert.equal(outcome.kind === 'failed' && outcome.error.kind, 'network')
  assert(outcome.text.startsWith('A long answer'))
})

test('[AGT3] a stream that is closed in order but has no end is a network failure', async (t) => {
  const url = await serve(t, (_request, response) => {
    response.writeHead(200, sse).end(chunk({ content: 'half' }))
  })
  const outcome = await runStep(url, 'hello')
  assert.deepEqual([outcome.kind === 'failed' && outcome.error.kind, outcome.text], ['network', 'half'])
})

test('[AGT3] an abort in the middle closes the connection', async (t) => {
  let closed: Promise<unknown> | undefined
  const url = await serve(t, (_request, response) => {
    closed = once(response, 'close')
    response.writeHead(200, sse).write(chunk({ content: 'one' }))
  })
  const abort = new AbortController()
  const outcome = await runStep(url, 'hello', { signal: abort.signal, onText: () => abort.abort() })
  assert.deepEqual([outcome.kind, outcome.text], ['stopped', 'one'])
  await closed
})

test('[AGT3] a reader that leaves closes the connection', async (t) => {
  let closed: Promise<unknown> | undefined
  const url = await serve(t, (_request, response) => {
    closed = once(response, 'close')
    response.writeHead(200, sse).write(chunk({ content: 'one' }))
  })
  for await (const _part of open(url).stream(ask('hello'), new AbortController().signal)) break
  await closed
})

test('[AGT3] an answer that nobody can read is a bad answer', async (t) => {
  const bodies: [type: string, body: string][] = [
    ['text/event-stream', 'data: {"choices":\n\n'],
    ['text/event-stream', 'data: {"nothing":"known"}\n\n'],
    ['text/event-stream', chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }, 'tool_calls')],
    ['text/html', '<html><b>Welcome!</b></html>'],
    ['application/json', '{"choices":[]}'],
    ['text/plain', ''],
    ['application/octet-stream', '\u0000\u0001\uffff'.repeat(1_000)],
  ]
  for (const [type, body] of bodies) {
    const url = await serve(t, (_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(body)
    })
    assert.equal(
      failureOf(await readAll(open(url), 'hello')).kind,
      'bad_answer',
      JSON.stringify(body.slice(0, 60)),
    )
  }
})

test('[AGT3] an error that comes inside of the stream ends it as what it is', async (t) => {
  const url = await serve(t, (_request, response) => {
    response
      .writeHead(200, sse)
      .end(
        `${chunk({ content: 'one' })}data: {"error":{"message":"Overloaded","type":"overloaded_error"}}\n\n`,
      )
  })
  const parts = await readAll(open(url), 'hello')
  assert.deepEqual([textOf(parts), failureOf(parts).kind], ['one', 'overloaded'])
})

test('[AGT3] a stream without end is ended, and the connection closed', async (t) => {
  let closed: Promise<unknown> | undefined
  const piece = chunk({ content: 'x'.repeat(10_000) }).repeat(10)
  const url = await serve(t, (_request, response) => {
    closed = once(response, 'close')
    response.writeHead(200, sse)
    pour(response, piece)
  })
  const outcome = await runStep(url, 'hello')
  assert.equal(outcome.kind === 'failed' && outcome.error.kind, 'bad_answer')
  await closed
})

test('[AGT3] one event without end does not fill the memory', async (t) => {
  const poured = { bytes: 0 }
  const url = await serve(t, (_request, response) => {
    response.writeHead(200, sse).write('data: ')
    pour(response, 'x'.repeat(1_048_576), poured)
  })
  assert.equal(failureOf(await readAll(open(url), 'hello')).kind, 'bad_answer')
  assert(poured.bytes < pouredBytesMax, `${poured.bytes} bytes`)
})

test('[AGT3] nor do the arguments of a tool call without end', async (t) => {
  const poured = { bytes: 0 }
  const call = (more: object) => ({ tool_calls: [{ index: 0, ...more }] })
  const url = await serve(t, (_request, response) => {
    response
      .writeHead(200, sse)
      .write(chunk(call({ id: '1', function: { name: 'write', arguments: '{"text":"' } })))
    pour(response, chunk(call({ function: { arguments: 'x'.repeat(100_000) } })), poured)
  })
  const parts = await readAll(open(url), 'hello')
  assert.equal(failureOf(parts).kind, 'bad_answer')
  assert(parts.length > 2, 'each piece was a sign of life')
  assert(poured.bytes < pouredBytesMax, `${poured.bytes} bytes`)
})

test('[AGT3] an error page without end does not either', async (t) => {
  const poured = { bytes: 0 }
  const url = await serve(t, (_request, response) => {
    response.writeHead(500, { 'content-type': 'text/html' })
    pour(response, 'x'.repeat(1_048_576), poured)
  })
  assert.equal(failureOf(await readAll(open(url), 'hello')).kind, 'overloaded')
  assert(poured.bytes < pouredBytesMax, `${poured.bytes} bytes`)
})

test('[AGT3] a wrong key is refused, a missing one told as missing, and neither shown', async (t) => {
  const seen: (string | undefined)[] = []
  const url = await serve(t, (request, response) => {
    seen.push(request.headers.authorization)
    const error = {
      message: `Incorrect API key provided: ${request.headers.authorization}`,
      type: 'invalid_request_error',
    }
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
  })
  const wrong = failureOf(await readAll(open(url, 'wrong-key-123'), 'hello'))
  assert.equal(wrong.kind, 'refused')
  assert(!wrong.message.includes('wrong-key-123'))
  assert.equal(failureOf(await readAll(open(url), 'hello')).kind, 'key_missing')
  assert.deepEqual(seen, ['Bearer wrong-key-123', undefined])
  const broken = failureOf(await readAll(open(url, 'two\nlines-of-key'), 'hello'))
  assert.deepEqual([broken.kind, broken.message.includes('lines-of-key')], ['refused', false])
  assert.equal(seen.length, 2, 'a key that cannot be one is not sent')
})

test('[AGT3] a key that cannot be opened is told, not thrown', async () => {
  const settings = {
    name: 'local',
    kind: 'openai-compatible' as const,
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: () => Promise.reject(new Error('sealed with another key')),
  }
  const error = failureOf(
    await readAll(openLibraryProvider(openaiCompatible, settings, { clock, fetch }), 'hello'),
  )
  assert.match(error.message, /key of local cannot be read/)
})

test('[AGT3] a redirect is not followed, so that no other host gets the key', async (t) => {
  let reached = false
  const elsewhere = await serve(t, (_request, response) => {
    reached = true
    response.end()
  })
  for (const status of [301, 302, 307, 308]) {
    const url = await serve(t, (_request, response) => {
      response.writeHead(status, { location: `${elsewhere}/chat/completions` }).end()
    })
    const error = failureOf(await readAll(open(url, 'the-key'), 'hello'))
    assert.deepEqual([error.kind, reached], ['refused', false])
    assert.match(error.message, /another address/)
  }
})

test('[AGT3] nothing listening, or a connection that is dropped, is a network failure', async (t) => {
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  gone.close()
  await once(gone, 'close')
  const error = failureOf(await readAll(open(`http://127.0.0.1:${port}/v1`), 'hello'))
  assert.equal(error.kind, 'network')
  assert.match(error.message, /nothing listens there/)
  const url = await serve(t, (request) => void request.socket.destroy())
  assert.equal(failureOf(await readAll(open(url), 'hello')).kind, 'network')
})

test('[CNV8] the server gets the speaker as a part of its own', async () => {
  const speaker = { name: 'Kim', handle: 'kim', place: 'web' }
  await readAll(openMock(), ask('', { messages: [{ role: 'user', speaker, text: 'hello' }] }))
  // The journal keeps the body as it came.
  const body = mock.getLastRequest()?.body as unknown as { messages: { role: string; content: unknown }[] }
  assert.deepEqual(body.messages.at(-1), {
    role: 'user',
    content: [
      { type: 'text', text: '{"speaker":{"name":"Kim","handle":"kim","place":"web"}}' },
      { type: 'text', text: 'hello' },
    ],
  })
})

/** As fast as the other side takes it, until it leaves; counts what was poured. */
function pour(response: ServerResponse, piece: string, poured = { bytes: 0 }): void {
  const more = () => {
    do poured.bytes += piece.length
    while (!response.destroyed && response.write(piece))
  }
  response.on('drain', more)
  more()
}

/** Of what may be unread there is at most as much again on its way, in sockets and buffers. */
const pouredBytesMax = 2 * unreadBytesMax

function runStep(
  baseUrl: string,
  text: string,
  {
    signal = new AbortController().signal,
    onText = () => {},
  }: { signal?: AbortSignal; onText?: () => void } = {},
) {
  const agents = createAgents({
    config: () => ({
      agents: { defaults: { model: 'local/m' } },
      models: { providers: { local: { kind: 'openai-compatible', baseUrl } } },
    }),
    openProvider: createProviderOpener({ clock, fetch }),
    apiKey: async () => undefined,
    readWorkspaceFile: async () => undefined,
    clock,
    log: createSilentLog(),
  })
  const [agent] = agents.list()
  assert(agent)
  return agents.runStep(
    { agent, system: '', messages: ask(text).messages, tools: [], signal },
    { onText, onReasoning: () => undefined },
  )
}
