import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createSilentLog } from '../../foundation/logging/log.ts'
import { createRealClock } from '../../foundation/real-clock.ts'
import { createRestClient } from './rest-client.ts'
import type { RestCall } from './rest-words.ts'

async function openServer(listener: RequestListener) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings = { apiUrl: `http://127.0.0.1:${port}/api`, token: 'one' }
  const time = { aheadMs: 0, speed: 1 }
  const clock = createRealClock()
  const client = createRestClient({
    settings: () => settings,
    clock: {
      ...clock,
      mono: () => clock.mono() + time.aheadMs,
      timer: (ms, fn) => clock.timer(ms / time.speed, fn),
    },
    log: createSilentLog(),
  })
  const { signal } = new AbortController()
  return {
    seen,
    settings,
    time,
    call: (more: Partial<RestCall> = {}) =>
      client.call({ method: 'GET', path: '/users/@me', signal, ...more }),
    async [Symbol.asyncDispose]() {
      client.close()
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

const json = (status: number, body: object, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

test('[DLV8] address and token are read for each call, also after one was refused', async () => {
  await using server = await openServer(json(401, { message: '401: Unauthorized', code: 0 }))
  await server.call()
  await server.call()
  server.settings.token = 'two'
  await server.call({ query: { limit: '3' } })
  await server.call({ withToken: false, path: '/webhooks/1/secret', method: 'POST', body: {} })
  assert.deepEqual(server.seen, [
    'GET /api/v10/users/@me Bot one',
    'GET /api/v10/users/@me Bot one',
    'GET /api/v10/users/@me?limit=3 Bot two',
    'POST /api/v10/webhooks/1/secret -',
  ])
  server.settings.token = ''
  assert.equal((await server.call()).kind, 'unreachable')
})

test('[DLV3] nothing is tried twice by itself', async () => {
  for (const status of [500, 502, 503, 504, 429]) {
    await using server = await openServer(json(status, {}))
    assert.partialDeepStrictEqual(await server.call(), { kind: 'answer', status })
    assert.equal(server.seen.length, 1)
  }
  await using broken = await openServer((_, response) => void response.destroy())
  assert.equal((await broken.call()).kind, 'lost')
  assert.equal(broken.seen.length, 1)
})

test('[DSC1] a redirect is not followed: it would carry the token elsewhere', async () => {
  await using server = await openServer((_, response) => {
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  assert.partialDeepStrictEqual(await server.call(), { kind: 'answer', status: 307 })
  assert.equal(server.seen.length, 1)
})

test('[DSC1] what is no id becomes no part of another address', async () => {
  await using server = await openServer(json(200, {}))
  for (const id of ['1/../../guilds/2', '..', '1?limit=5', '1#x', '1%2f2', '', '1/messages\n']) {
    const reply = await server.call({ method: 'POST', path: `/channels/${id}/messages`, body: {} })
    assert.partialDeepStrictEqual(reply, { kind: 'answer', status: 404, body: { code: 10003 } })
  }
  assert.deepEqual(server.seen, [])
})

test('[I30] a limit that headers announce holds the next call back before it leaves', async () => {
  await using server = await openServer(
    json(
      200,
      { id: '1' },
      {
        'x-ratelimit-limit': '1',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset-after': '60.000',
        'x-ratelimit-bucket': 'abc',
      },
    ),
  )
  assert.equal((await server.call()).kind, 'answer')
  const held = await server.call()
  assert.ok(held.kind === 'held' && held.scope === 'place' && held.retryAfterMs > 50_000)
  assert.equal(server.seen.length, 1)
})

test('[I30] a stated wait is read to the millisecond, and kept by a clock that only grows', async () => {
  const body = { message: 'You are being rate limited.', retry_after: 1.234, global: false }
  await using server = await openServer(
    json(429, body, { 'retry-after': '2', 'x-ratelimit-scope': 'shared' }),
  )
  assert.partialDeepStrictEqual(await server.call(), { retryAfterMs: 1_234, scope: 'shared' })
  assert.equal((await server.call()).kind, 'held')
  assert.equal((await server.call({ path: '/users/@me/guilds' })).kind, 'answer')
  server.time.aheadMs = 1_300
  assert.equal((await server.call()).kind, 'answer')
})

const nonsense: [stated: unknown, header: string, waitMs: number][] = [
  ['soon', 'a moment', 1_000],
  [-5, '-5', 1_000],
  [null, '', 1_000],
  [undefined, '3', 3_000],
  ['7', '2', 2_000],
  [1e12, '0', 86_400_000],
  [undefined, '1e30', 86_400_000],
]

for (const [stated, header, waitMs] of nonsense) {
  test(`[F27] [I30] to wait for ${JSON.stringify(stated)}, or by the header “${header}”, is to wait for ${waitMs} ms`, async () => {
    const limit = { 'x-ratelimit-remaining': 'few', 'x-ratelimit-reset-after': 'NaN' }
    const body = { message: 'You are being rate limited.', retry_after: stated, global: false }
    await using server = await openServer(json(429, body, { 'retry-after': header, ...limit }))
    assert.partialDeepStrictEqual(await server.call(), { retryAfterMs: waitMs, scope: 'user' })
    assert.partialDeepStrictEqual(await server.call(), { kind: 'held', scope: 'place' })
    assert.equal(server.seen.length, 1)
    server.time.aheadMs = waitMs + 100
    assert.equal((await server.call()).kind, 'answer')
  })
}

for (const reset of ['soon', '-3', '', 'Infinity', '1e30']) {
  test(`[F27] a limit that is spent until “${reset}” keeps nobody back for ever`, async () => {
    const limit = { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'x-ratelimit-bucket': 'abc' }
    await using server = await openServer(json(200, {}, { ...limit, 'x-ratelimit-reset-after': reset }))
    assert.equal((await server.call()).kind, 'answer')
    server.time.aheadMs = 86_400_000 + 100
    assert.equal((await server.call()).kind, 'answer')
  })
}

test('[I30] an edge that answers in HTML holds everything back, also when it names no time', async () => {
  await using server = await openServer((_, response) => {
    response.writeHead(429, { 'content-type': 'text/html' }).end('<html>slow down</html>')
  })
  assert.partialDeepStrictEqual(await server.call(), { scope: 'edge', retryAfterMs: 60_000 })
  assert.equal((await server.call({ path: '/users/@me/guilds' })).kind, 'held')
  assert.equal(server.seen.length, 1)
})

test('[DLV3] what was given up before it left is known to be so, also in the library’s own line', async () => {
  let release: (() => void) | undefined
  await using server = await openServer((_, response) => {
    release = () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const first = server.call()
  while (!release) await new Promise(setImmediate)
  const patience = new AbortController()
  const second = server.call({ signal: patience.signal })
  // It stands in line by then.
  await new Promise(setImmediate)
  patience.abort()
  assert.equal((await second).kind, 'unreachable')
  release()
  assert.equal((await first).kind, 'answer')
  assert.equal(server.seen.length, 1)
})

test('[DLV2] nobody stands in line for long behind a request that is not answered', async () => {
  const answers: (() => void)[] = []
  await using server = await openServer((_, response) => {
    answers.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  const first = server.call()
  while (answers.length === 0) await new Promise(setImmediate)
  server.time.speed = 100
  assert.partialDeepStrictEqual(await server.call(), { kind: 'held', scope: 'place' })
  answers[0]?.()
  assert.equal((await first).kind, 'answer')
  assert.equal(server.seen.length, 1)
})

test('[DLV3] [ATT1] what carries files has the time that they take on a narrow way; anything else has not', async () => {
  await using server = await openServer((request, response) => {
    request.resume()
    setTimeout(() => json(200, { id: '1' })(request, response), 400)
  })
  // 15 s are 150 ms, and the files may take 640 more.
  server.time.speed = 100
  const post = { method: 'POST', path: '/channels/1/messages', body: { content: 'x' } } as const
  const content = new Uint8Array(16 * 1_048_576)
  const files = [{ name: 'a.bin', mediaType: 'application/octet-stream', content }]
  const [bare, carrying] = await Promise.all([
    server.call({ ...post, path: '/channels/2/messages' }),
    server.call({ ...post, files }),
  ])
  assert.equal(bare.kind, 'lost')
  assert.equal(carrying.kind, 'answer')
})
