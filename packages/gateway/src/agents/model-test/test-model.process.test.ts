// Against servers on loopback: one that speaks the format, and plain ones that speak what strangers speak.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { limits } from '@heddle/contract'
import { openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { openVendorEndpoint } from '@heddle/emulators/vendor-endpoint'
import {
  anthropicEvents,
  googleEvents,
  openaiEvents,
  openrouterEvents,
} from '@heddle/emulators/vendor-events'
import { createSilentLog } from '../../foundation/logging/log.ts'
import { createRealClock } from '../../foundation/real-clock.ts'
import { createTestClock } from '../../../test-support/open-test-store.ts'
import { createProviderOpener } from '../providers/open-provider.ts'
import { createRealModelFetch } from '../providers/real-model-fetch.ts'
import { type ModelTestInput, testModel } from './test-model.ts'

const fetch = createRealModelFetch()
const log = createSilentLog()

function run(input: Partial<ModelTestInput>, clock = createRealClock()) {
  const openProvider = createProviderOpener({ clock, fetch })
  return testModel(
    { clock, log, fetch, openProvider },
    {
      name: 'router',
      kind: 'openai-compatible',
      baseUrl: undefined,
      apiKey: undefined,
      model: undefined,
      configured: [],
      ...input,
    },
  )
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function serve(t: TestContext, answer: Answer): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const page: Answer = (_, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>')

test('[PRV4] a good address answers with its word, the list and the time', async (t) => {
  const endpoint = await openModelEndpoint({ 'embed-1': {}, small: { pieces: 1, piece: 'ok' }, big: {} })
  t.after(() => endpoint.close())
  const answer = await run({ baseUrl: endpoint.url })
  assert.deepEqual([answer.ok, answer.model, answer.message], [true, 'small', 'It answered: ok'])
  assert.deepEqual(answer.models, ['embed-1', 'small', 'big'])
  assert(answer.tookMs >= 0 && answer.code === undefined)
  assert.equal(
    (await run({ baseUrl: `${endpoint.url}/`, model: 'big' })).ok,
    true,
    'a slash at the end is fine',
  )
  const wrong = await run({ baseUrl: endpoint.url, model: 'smal' })
  assert.deepEqual([wrong.ok, wrong.code, wrong.model], [false, 'unknown_model', 'smal'])
  assert.match(wrong.message, /Did you mean "small"\?/)
})

test('[PRV4] an endless answer is left when it is enough, and one of garbage is a bad answer', async (t) => {
  const endpoint = await openModelEndpoint({ endless: { fault: 'endless' }, garbage: { fault: 'garbage' } })
  t.after(() => endpoint.close())
  assert.equal((await run({ baseUrl: endpoint.url, model: 'endless' })).ok, true)
  while (endpoint.figures().open > 0) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await run({ baseUrl: endpoint.url, model: 'garbage' })).code, 'bad_answer')
})

test('[PRV4] [PRV2] a key that is not accepted says so, and comes back in nothing that the server repeats', async (t) => {
  const apiKey = 'sk-quite-secret-77'
  const seen: (string | undefined)[] = []
  const base = await serve(t, (request, response) => {
    seen.push(request.headers.authorization)
    json(response, 401, { error: { message: `The key ${apiKey} is wrong` } })
  })
  const answer = await run({ baseUrl: `${base}/v1`, apiKey })
  assert.deepEqual([answer.ok, answer.code, answer.model], [false, 'wrong_key', null])
  assert.deepEqual(seen, [`Bearer ${apiKey}`], 'a wrong key is not tried twice')
  assert.doesNotMatch(JSON.stringify(answer), /quite-secret/)

  const parrot = await serve(t, (request, response) => {
    if (request.method === 'GET') return json(response, 200, { data: [{ id: `m-${apiKey}` }, { id: 'm' }] })
    const chunk = {
      choices: [{ index: 0, delta: { content: `Your key is ${apiKey}` }, finish_reason: 'stop' }],
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
  })
  const echoed = await run({ baseUrl: parrot, apiKey, model: 'm' })
  assert.deepEqual([echoed.ok, echoed.models], [true, ['m']])
  assert.match(echoed.message, /^It answered: Your key is/)
  assert.doesNotMatch(JSON.stringify(echoed), /quite-secret/)
})

test('[PRV4] a page, other JSON, a redirect or no HTTP at all is no API, and says so', async (t) => {
  const html = await run({ baseUrl: await serve(t, page) })
  assert.equal(html.code, 'not_an_api')
  assert.match(html.message, /a web page, not an API\. Did you forget "\/v1"/)
  const named = await run({ baseUrl: await serve(t, page), model: 'x' })
  assert.equal(named.code, 'not_an_api')
  const other = await serve(t, (_, response) => json(response, 200, { hello: 'world' }))
  assert.equal((await run({ baseUrl: other })).code, 'not_an_api')
  const missing = await serve(t, (_, response) => json(response, 404, { detail: 'Not Found' }))
  assert.equal((await run({ baseUrl: missing })).code, 'not_an_api')
  assert.equal((await run({ baseUrl: missing, model: 'x' })).code, 'not_an_api')

  let followed = 0
  const target = await serve(t, (_, response) => {
    followed++
    json(response, 200, { data: [] })
  })
  const moved = await serve(t, (_, response) => void response.writeHead(302, { location: target }).end())
  assert.equal((await run({ baseUrl: moved, apiKey: 'sk-secret-1' })).code, 'not_an_api')
  assert.equal(followed, 0)

  const tcp = createTcpServer((socket) => socket.end('220 mail.example.org ESMTP\r\n')).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  t.after(() => tcp.close())
  const { port } = tcp.address() as AddressInfo
  assert.equal((await run({ baseUrl: `http://127.0.0.1:${port}/v1` })).code, 'unreachable')
  const tls = await run({ baseUrl: (await serve(t, page)).replace('http:', 'https:') })
  assert.equal(tls.code, 'unreachable')
  assert.match(tls.message, /does not speak TLS/)
})

test('[PRV4] an address at which nothing listens, or whose name nobody knows, is unreachable', async () => {
  const gone = createServer()
  gone.listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const refused = await run({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'x' })
  assert.equal(refused.code, 'unreachable')
  assert.match(refused.message, /nothing listens there/)
  const unknown = await run({ baseUrl: 'http://models.invalid/v1' })
  assert.equal(unknown.code, 'unreachable')
})

test('[PRV4] a server without a list is asked for the model that was named', async (t) => {
  const endpoint = await openModelEndpoint({ m: {} })
  t.after(() => endpoint.close())
  const base = await serve(t, (request, response) => {
    if (request.method === 'GET') return json(response, 404, { error: { message: 'no' } })
    void globalThis
      .fetch(endpoint.url + '/chat/completions', {
        method: 'POST',
        body: JSON.stringify({ model: 'm', stream: true }),
      })
      .then(async (answer) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(await answer.text()),
      )
  })
  const answer = await run({ baseUrl: base, model: 'm' })
  assert.deepEqual([answer.ok, answer.models], [true, undefined])
})

test('[PRV4] a long list is cut at 200 names, and one without end is left', async (t) => {
  const long = await serve(t, (request, response) => {
    if (request.method !== 'GET') return json(response, 500, {})
    json(response, 200, [
      ...Array.from({ length: 500 }, (_, i) => ({ id: `m${i}` })),
      { id: 'm1' },
      { id: 7 },
      null,
    ])
  })
  assert.equal((await run({ baseUrl: long })).models?.length, limits.modelListItemsMax)
  let isLeft = false
  const endless = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const piece = Buffer.alloc(65_536, ' ')
    const push = () => {
      if (response.destroyed) return
      if (response.write(piece)) setImmediate(push)
      else response.once('drain', push)
    }
    response.once('close', () => {
      isLeft = true
    })
    push()
  })
  assert.equal((await run({ baseUrl: endless })).code, 'not_an_api')
  while (!isLeft) await new Promise((resolve) => setImmediate(resolve))
})

test('[PRV4] whoever never answers is given up after 20 seconds', async (t) => {
  const clock = createTestClock()
  let asked = 0
  const base = await serve(t, () => {
    asked++
  })
  const answering = run({ baseUrl: base, model: 'm' }, clock)
  while (asked < 1) await new Promise((resolve) => setImmediate(resolve))
  clock.advance(limits.modelTestMs / 2)
  while (asked < 2) await new Promise((resolve) => setImmediate(resolve))
  clock.advance(limits.modelTestMs / 2)
  const answer = await answering
  assert.deepEqual([answer.ok, answer.code, answer.tookMs], [false, 'too_slow', limits.modelTestMs])
})

test('[PRV4] [AGT4] the demo model answers too', async () => {
  const answer = await run({ name: 'demo', kind: 'demo' })
  assert.deepEqual([answer.ok, answer.model, answer.models], [true, 'demo', ['demo']])
})

test('[PRV4] each vendor is asked for its list in its own way, and for a word', async (t) => {
  const list = { data: [{ id: 'embed-1' }, { id: 'big' }] }
  const googleList = {
    models: [
      { name: 'models/embed-1', supportedGenerationMethods: ['embedContent'] },
      { name: 'models/big', supportedGenerationMethods: ['generateContent'] },
    ],
  }
  const cases = [
    ['openai', list, openaiEvents, 'completed', '/v1/models', 'authorization'],
    ['anthropic', list, anthropicEvents, 'end_turn', '/v1/models?limit=1000', 'x-api-key'],
    ['google', googleList, googleEvents, 'STOP', '/v1/models?pageSize=1000', 'x-goog-api-key'],
    ['openrouter', list, openrouterEvents, 'stop', '/v1/models', 'authorization'],
  ] as const
  for (const [kind, body, events, end, path, header] of cases) {
    const endpoint = await openVendorEndpoint([{ body }, { events: events({ text: 'ok', end }) }])
    t.after(() => endpoint.close())
    const answer = await run({ kind, baseUrl: `${endpoint.url}/v1`, apiKey: 'key-0815' })
    assert.deepEqual([answer.ok, answer.model, answer.message], [true, 'big', 'It answered: ok'], kind)
    assert.deepEqual(answer.models, kind === 'google' ? ['big'] : ['embed-1', 'big'])
    for (const { headers } of endpoint.asked) assert.match(String(headers[header]), /key-0815$/)
    assert.equal(endpoint.asked[0]?.path, path)
  }
})

test('[PRV4] what answers at the address of a vendor and is none says what it should be', async (t) => {
  const base = await serve(t, (_, response) => json(response, 404, { detail: 'Not Found' }))
  const answer = await run({ kind: 'google', baseUrl: base, model: 'x' })
  assert.equal(answer.code, 'not_an_api')
  assert.match(answer.message, /not the Gemini API\. Did you forget "\/v1beta"/)
})

test('[PRV4] a vendor without a key is not asked at all', async () => {
  const answer = await run({ kind: 'anthropic', baseUrl: undefined, model: 'claude' })
  assert.deepEqual([answer.ok, answer.code], [false, 'wrong_key'])
  assert.match(answer.message, /wants a key/)
})
