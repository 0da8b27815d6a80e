// Against servers on loopback, by names that only this test resolves. "public" is tried with names, because nothing that a
// test could start is public: what matters is that nothing is reached.

import assert from 'node:assert/strict'
import type { lookup, LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createTestClock } from '../../../test-support/open-test-store.ts'
import { createRealClock } from '../real-clock.ts'
import { AddressNotAllowed, type EgressRules, EgressTooSlow } from './egress.ts'
import { createRealEgress } from './real-egress.ts'

const clock = createRealClock()

async function serve(t: TestContext, answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

async function serveBytes(t: TestContext, answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    answer(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

/** A name server that answers with the next of these each time. */
function resolveTo(...answers: string[][]) {
  const asked: string[] = []
  const resolve = ((host: string, _: object, done: (error: null, found: LookupAddress[]) => void) => {
    asked.push(host)
    const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as typeof lookup
  return { asked, resolve }
}

const guarded: EgressRules = { reach: 'not-link-local' }
const everybody: EgressRules = { reach: 'public' }

test('[R11] [I41] a name that resolves to what is not public is not reached, also beside what is', async (t) => {
  let reached = 0
  const port = await serve(t, (_, response) => {
    reached++
    response.end()
  })
  const answers = [
    ['127.0.0.1'],
    ['::1'],
    ['8.8.8.8', '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8'],
    ['0.0.0.0'],
    [],
  ]
  for (const answer of [
    ...answers,
    ['::ffff:127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['fe80::1%lo'],
  ]) {
    const egress = createRealEgress({ clock, resolve: resolveTo(answer).resolve })
    await assert.rejects(
      egress(`http://pages.example:${port}/`, {}, everybody),
      AddressNotAllowed,
      String(answer),
    )
  }
  const egress = createRealEgress({ clock })
  for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '[::1]', '0x7f.1']) {
    await assert.rejects(egress(`http://${host}:${port}/`, {}, everybody), AddressNotAllowed, host)
  }
  assert.equal(reached, 0)
})

test('[R11] a name that resolves to a link-local address is not reached, also beside one that is none', async (t) => {
  let reached = 0
  const port = await serve(t, (_, response) => {
    reached++
    response.end()
  })
  for (const answer of [['169.254.169.254'], ['127.0.0.1', '169.254.169.254'], ['fe80::1'], []]) {
    const egress = createRealEgress({ clock, resolve: resolveTo(answer).resolve })
    await assert.rejects(
      egress(`http://models.example:${port}/`, {}, guarded),
      AddressNotAllowed,
      String(answer),
    )
  }
  const egress = createRealEgress({ clock })
  for (const host of ['169.254.169.254', '[fe80::1]', '[::ffff:a9fe:1]']) {
    await assert.rejects(egress(`http://${host}:${port}/`, {}, guarded), AddressNotAllowed, host)
  }
  assert.equal(reached, 0)
})

test('[R11] [I41] a name is resolved once for a request, and what was judged is what is connected to', async (t) => {
  const port = await serve(t, (request, response) => {
    response.setHeader('x-host', request.headers.host ?? '')
    request.pipe(response)
  })
  const { asked, resolve } = resolveTo(['127.0.0.1'], ['169.254.169.254'])
  const egress = createRealEgress({ clock, resolve })
  const init = { method: 'POST', body: 'what was said', headers: { 'content-type': 'text/plain' } }
  const answer = await egress(`http://models.example:${port}/v1`, init, guarded)
  assert.equal(await answer.text(), 'what was said')
  assert.equal(answer.headers.get('x-host'), `models.example:${port}`)
  assert.deepEqual(asked, ['models.example'])
  await assert.rejects(egress(`http://models.example:${port}/v1`, init, guarded), AddressNotAllowed)
})

test('[R11] a host that is allowed by name is reached at its private address', async (t) => {
  const port = await serve(t, (_, response) => response.end('the wiki'))
  const egress = createRealEgress({ clock, resolve: resolveTo(['127.0.0.1']).resolve })
  const rules: EgressRules = { reach: 'public', allowHosts: ['wiki.internal'] }
  assert.equal(await (await egress(`http://wiki.internal:${port}/`, {}, rules)).text(), 'the wiki')
  await assert.rejects(egress(`http://other.internal:${port}/`, {}, rules), AddressNotAllowed)
})

test('[R11] an answer without a body, a redirect and an abort come through as they are', async (t) => {
  const port = await serve(t, (request, response) => {
    if (request.url === '/endless') return void response.write('a beginning')
    response.writeHead(request.url === '/empty' ? 204 : 302, { location: 'http://169.254.169.254/' }).end()
  })
  const egress = createRealEgress({ clock })
  const base = `http://127.0.0.1:${port}`
  const empty = await egress(`${base}/empty`, {}, guarded)
  assert.deepEqual([empty.status, empty.body], [204, null])
  const moved = await egress(`${base}/moved`, {}, guarded)
  assert.deepEqual([moved.status, moved.headers.get('location')], [302, 'http://169.254.169.254/'])
  const early = new AbortController()
  const asking = egress(`${base}/moved`, { signal: early.signal }, guarded)
  early.abort(new Error('not any more'))
  await assert.rejects(asking, { message: 'not any more' })
  const abort = new AbortController()
  const endless = await egress(`${base}/endless`, { signal: abort.signal }, guarded)
  abort.abort()
  await assert.rejects(endless.text())
})

test('[R11] [R12] headers without an end are left', async (t) => {
  let isLeft = false
  const port = await serveBytes(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const push = () => {
      if (socket.destroyed) return
      if (socket.write(`x-more: ${'a'.repeat(8_000)}\r\n`)) setImmediate(push)
      else socket.once('drain', push)
    }
    socket.once('close', () => {
      isLeft = true
    })
    push()
  })
  await assert.rejects(createRealEgress({ clock })(`http://127.0.0.1:${port}/`, {}, guarded), {
    code: 'HPE_HEADER_OVERFLOW',
  })
  while (!isLeft) await new Promise((resolve) => setImmediate(resolve))
})

test('[R11] [R12] whoever takes a connection and says nothing is given up', async (t) => {
  const time = createTestClock()
  let connected = 0
  const port = await serveBytes(t, () => connected++)
  const rules = { ...guarded, times: { connectMs: 1_000, headersMs: 5_000 } }
  const asking = createRealEgress({ clock: time })(`http://127.0.0.1:${port}/`, {}, rules)
  while (connected === 0) await new Promise((resolve) => setImmediate(resolve))
  // The other end of the connection may not have heard of it yet; by now it has, or the shorter wait ends it as well.
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
  time.advance(5_000)
  await assert.rejects(asking, EgressTooSlow)
})

test('[R11] a name that is never resolved is given up', async () => {
  const time = createTestClock()
  const resolve = (() => undefined) as unknown as typeof lookup
  const rules = { ...everybody, times: { connectMs: 1_000, headersMs: 5_000 } }
  const asking = createRealEgress({ clock: time, resolve })('http://slow.example/', {}, rules)
  await Promise.resolve()
  time.advance(1_000)
  await assert.rejects(asking, { name: 'EgressTooSlow', message: /a connection/ })
})

test('[AGT3] where nothing is judged, connections are kept; where something is, each request has its own', async (t) => {
  const ports = new Set<number | undefined>()
  const port = await serve(t, (request, response) => {
    ports.add(request.socket.remotePort)
    response.end('ok')
  })
  const egress = createRealEgress({ clock })
  const ask = async (rules: EgressRules) =>
    (await egress(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' }, rules)).text()
  for (let i = 0; i < 3; i++) await ask({ reach: 'anywhere' })
  assert.equal(ports.size, 1)
  for (let i = 0; i < 3; i++) await ask(guarded)
  assert.equal(ports.size, 4)
})

test('[AGT3] a kept connection that the other side has left costs nothing: the request is made on a new one', async (t) => {
  const heard: string[] = []
  let connections = 0
  const port = await serveBytes(t, (socket) => {
    const isFirst = ++connections === 1
    let answers = 0
    socket.on('data', (bytes) => {
      // The first one answers once and then breaks off, as a server does that closes in this very moment.
      if (isFirst && answers++ > 0) return socket.resetAndDestroy()
      heard.push(String(bytes).slice(0, 4))
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    })
  })
  const egress = createRealEgress({ clock })
  for (let i = 0; i < 3; i++) {
    const answer = await egress(
      `http://127.0.0.1:${port}/`,
      { method: 'POST', body: 'x' },
      { reach: 'anywhere' },
    )
    assert.equal(await answer.text(), 'ok')
  }
  assert.deepEqual(heard, ['POST', 'POST', 'POST'])
})
