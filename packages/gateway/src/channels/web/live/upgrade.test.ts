// Getting onto the live socket: the same checks as any request, and an ordinary answer for whoever is sent away.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { livePath } from '@heddle/contract'
import { openTestLive, type TestLive } from '../../../../test-support/open-test-live.ts'

const cookieOf = async (it: TestLive) => {
  const { secret } = await it.signedIn('cookie-holder', 'member')
  return `heddle_sign_in=${secret}`
}

test('[LIV1] a token opens the socket, and hello is answered with what the client has to know', async () => {
  await using it = await openTestLive({}, { epoch: 7 })
  const { headers } = await it.someone()
  const client = await it.dial(headers)
  client.send({ type: 'hello', proto: 1, client: 'test' })
  const hello = await client.next('hello')
  assert.match(hello.connId, /^con_/)
  assert.equal(hello.epoch, 7)
  assert.equal(hello.proto, 1)
  assert.equal(hello.serverTime, new Date(it.clock.wall()).toISOString())
  assert.equal(hello.limits['frameInBytesMax'], 65_536)
})

test('[LIV1] a cookie opens it only together with an origin of our own', async () => {
  await using it = await openTestLive()
  const Cookie = await cookieOf(it)
  const client = await it.connect({ Cookie, Origin: it.listening.url })
  await client.settle()
  assert.deepEqual(await it.refusedWith({ Cookie }), { status: 403, code: 'foreign_origin' })
  const foreign = { Cookie, Origin: 'http://elsewhere.example' }
  assert.deepEqual(await it.refusedWith(foreign), { status: 403, code: 'foreign_origin' })
})

test('[API6] a foreign origin or a foreign name of the host is refused, also with a token', async () => {
  await using it = await openTestLive()
  const { headers } = await it.someone()
  const origin = { ...headers, Origin: 'null' }
  assert.deepEqual(await it.refusedWith(origin), { status: 403, code: 'foreign_origin' })
  const host = { ...headers, Host: 'rebound.example' }
  assert.deepEqual(await it.refusedWith(host), { status: 403, code: 'foreign_origin' })
})

test('[LIV1] whoever is not signed in, or may not read, is refused as over HTTP', async () => {
  await using it = await openTestLive()
  assert.deepEqual(await it.refusedWith({}), { status: 401, code: 'not_signed_in' })
  const wrong = { Authorization: 'Bearer hdl_wrong' }
  assert.deepEqual(await it.refusedWith(wrong), { status: 401, code: 'not_signed_in' })
  const writeOnly = await it.bearerOf('member', ['write'])
  assert.deepEqual(await it.refusedWith(writeOnly), { status: 403, code: 'not_allowed' })
})

test('[LIV1] rates hold for attempts to connect too', async () => {
  await using it = await openTestLive({}, { limits: { requestsPerMinuteAnonymous: 2 } })
  await it.refusedWith({})
  await it.refusedWith({})
  assert.deepEqual(await it.refusedWith({}), { status: 429, code: 'too_many_requests' })
})

test('[LIV1] one person has a limited number of connections, and a place that was left is free again', async () => {
  await using it = await openTestLive({}, { liveLimits: { liveSocketsPerPersonMax: 2 } })
  const one = await it.someone()
  const first = await it.connect(one)
  await it.connect(one)
  assert.deepEqual(await it.refusedWith(one.headers), { status: 409, code: 'limit_reached' })
  const other = await it.connect(await it.someone())
  await other.settle()
  first.socket.close()
  await first.closed
  await it.breathe()
  await (await it.connect(one)).settle()
})

test('[LIV1] without an upgrade the path says what it is for, and other methods are refused', async () => {
  await using it = await openTestLive()
  const { headers } = await it.someone()
  const path = livePath.replace('/api/v1', '')
  assert.equal((await it.ask('GET', path, { headers })).status, 400)
  const other = await it.ask('POST', path, { headers })
  assert.deepEqual([other.status, other.headers.get('Allow')], [405, 'GET'])
  // Somewhere else, and for something else, the wish to upgrade is passed over.
  const upgraded = { ...headers, Connection: 'Upgrade', Upgrade: 'h2c' }
  assert.equal((await fetchRaw(it, '/api/v1/me', upgraded)).status, 200)
  assert.equal((await fetchRaw(it, livePath, upgraded)).status, 400)
})

test('[LIV1] a handshake that is broken is answered in the shape of every error', async () => {
  await using it = await openTestLive()
  const { headers } = await it.someone()
  const asked = { ...headers, Connection: 'Upgrade', Upgrade: 'websocket' }
  const keys: Record<string, string>[] = [{}, { 'Sec-WebSocket-Key': 'short', 'Sec-WebSocket-Version': '13' }]
  for (const more of keys) {
    const answer = await fetchRaw(it, livePath, { ...asked, ...more })
    assert.equal(answer.status, 400)
    assert.equal(answer.code, 'bad_input')
  }
  const client = await it.connect({ ...headers })
  await client.settle()
})

test('[LIV11] a server that stops tells everyone to come back later, and lets nobody in', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const [one, two] = [await it.connect(member), await it.connect(member)]
  await it.listening.close()
  assert.equal((await one.closed).code, 1012)
  assert.equal((await two.closed).code, 1012)
  await assert.rejects(it.dial(member.headers))
})

test('[LIV1] the time-outs of HTTP do not cut the socket', async () => {
  const short = { headersTimeMs: 100, requestTimeMs: 150, keepAliveTimeMs: 100 }
  await using it = await openTestLive({}, { limits: short })
  const client = await it.connect(await it.someone())
  // A connection that is as idle as the socket is cut; by then the socket would have been, too.
  for (let i = 0; i < 2; i++) {
    const idle = connect(it.listening.port, '127.0.0.1')
    idle.resume()
    await new Promise((resolve) => idle.once('close', resolve))
  }
  await client.settle()
  assert.equal(client.socket.readyState, 1)
})

/** By hand: `fetch` does not send such headers. */
async function fetchRaw(it: TestLive, path: string, headers: Record<string, string>) {
  const socket = connect(it.listening.port, '127.0.0.1')
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, 'X-Last': '1' })
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('}')) break
  }
  socket.destroy()
  const code = /"code":"(\w+)"/.exec(text)?.[1]
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), code }
}
