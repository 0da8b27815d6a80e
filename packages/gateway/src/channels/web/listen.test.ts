// The door on real sockets: what only shows between two machines.

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import type { Reader, Store } from '../../foundation/database/store.ts'
import type { DoorLimits } from './door-limits.ts'
import { CannotListen, type Listening } from './listen.ts'
import type { WebDoorDeps } from './web-door.ts'

interface Open extends AsyncDisposable {
  house: TestDoor
  listening: Listening
  /** Sends the text and reads until the server ends the connection. */
  talk(text: string | Uint8Array): Promise<string>
  dial(): Promise<Line>
}

interface Line {
  socket: Socket
  /** Everything received so far. */
  heard(): string
  /** Resolves when what was received matches. */
  until(pattern: RegExp): Promise<string>
  closed: Promise<void>
}

async function open(doorLimits: Partial<DoorLimits> = {}, more: Partial<WebDoorDeps> = {}): Promise<Open> {
  const house = await openTestDoor({}, { limits: doorLimits, ...more })
  return serve(house)
}

async function serve(house: TestDoor): Promise<Open> {
  const listening = await house.door.listen({ host: '127.0.0.1', port: 0 })
  const sockets = new Set<Socket>()

  async function dial(): Promise<Line> {
    const socket = connect(listening.port, '127.0.0.1')
    sockets.add(socket)
    let text = ''
    const waiting = new Set<() => void>()
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      for (const look of waiting) look()
    })
    socket.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return {
      socket,
      heard: () => text,
      closed,
      until: (pattern) =>
        new Promise((resolve, reject) => {
          const look = () => {
            if (!pattern.test(text)) return
            waiting.delete(look)
            resolve(text)
          }
          waiting.add(look)
          void closed.then(() => reject(new Error(`closed before ${pattern}: ${text}`)))
          look()
        }),
    }
  }

  return {
    house,
    listening,
    dial,
    async talk(text) {
      const line = await dial()
      line.socket.write(text)
      await line.closed
      return line.heard()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await listening.close()
      await house.close()
    },
  }
}

const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n\r\n`
const about = (...more: string[]) => lines('GET /api/v1/about HTTP/1.1', 'Host: 127.0.0.1', ...more)
const last = 'Connection: close'
const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
const codeOf = (text: string) =>
  JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)).error.code

test('[OPS4] the door listens, says where, and answers', async () => {
  await using it = await open()
  const { url, port } = it.listening
  assert.equal(url, `http://127.0.0.1:${port}`)
  const response = await fetch(`${url}/api/v1/about`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('Content-Type'), 'application/json')
  assert.match(response.headers.get('X-Request-Id') ?? '', /^req_/)
})

test('[PPL1] links begin with where the server listens', async () => {
  await using it = await open()
  const owner = await it.house.bearerOf('owner', ['read', 'write', 'admin'])
  const asked = { headers: { ...owner, Host: 'localhost' }, body: {} }
  const { body } = await it.house.ask('POST', '/invites', asked)
  assert.equal(body.url, `${it.listening.url}/join#${body.code}`)
})

test('[OPS1] a port that is taken and an address that is not here are one sentence each', async () => {
  await using it = await open()
  await using other = await openTestDoor()
  await assert.rejects(
    other.door.listen({ host: '127.0.0.1', port: it.listening.port }),
    (error) =>
      error instanceof CannotListen &&
      error.problem === 'port_taken' &&
      /is taken\. .*--port/.test(error.message),
  )
  await assert.rejects(
    other.door.listen({ host: '203.0.113.1', port: 0 }),
    (error) => error instanceof CannotListen && error.problem === 'no_such_address',
  )
})

test('[R12] a head or a body that does not come is not waited for', async () => {
  await using it = await open({ headersTimeMs: 150, requestTimeMs: 300 })
  const slow = {
    'nothing at all': '',
    'half a head': 'GET /api/v1/about HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
    'half a body': `${lines(
      'POST /api/v1/join/preview HTTP/1.1',
      'Host: 127.0.0.1',
      'X-Heddle-Request: 1',
      'Content-Type: application/json',
      'Content-Length: 100',
    )}{"code":`,
    'half a chunk': `${lines(
      'POST /api/v1/join/preview HTTP/1.1',
      'Host: 127.0.0.1',
      'X-Heddle-Request: 1',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    )}5\r\n{"c`,
  }
  for (const [what, text] of Object.entries(slow)) {
    const heard = await it.talk(text)
    assert.ok(heard === '' || statusOf(heard) === 408, `${what}: ${heard}`)
  }
  assert.equal(statusOf(await it.talk(about(last))), 200)
  assert.deepEqual(it.house.logged, [])
})

test('[R12] a body that is too large is refused without being read', async () => {
  await using it = await open()
  const head = [
    'POST /api/v1/join/preview HTTP/1.1',
    'Host: 127.0.0.1',
    'X-Heddle-Request: 1',
    'Content-Type: application/json',
  ]
  const announced = await it.talk(lines(...head, 'Content-Length: 10485760'))
  assert.equal(statusOf(announced), 413)
  assert.equal(codeOf(announced), 'too_large')
  const chunk = `${(65_536).toString(16)}\r\n${'['.repeat(65_536)}\r\n`
  const streamed = await it.talk(`${lines(...head, 'Transfer-Encoding: chunked')}${chunk.repeat(40)}`)
  assert.equal(statusOf(streamed), 413)
  const owner = await it.house.bearerOf('owner', ['read', 'write', 'admin'])
  const bad = `{"team.name": ${'x'.repeat(10 * 1_048_576)}`
  const response = await fetch(`${it.listening.url}/api/v1/settings`, {
    method: 'PUT',
    headers: { ...owner, 'Content-Type': 'application/json' },
    body: bad,
  }).catch(() => undefined)
  // The server closes while the client still sends; a client may see either.
  assert.ok(response === undefined || response.status === 413)
  assert.equal(statusOf(await it.talk(about(last))), 200)
  assert.deepEqual(it.house.logged, [])
})

test('[OPS6] whoever sends far too much and does not look up meanwhile still gets the answer', async () => {
  await using it = await open()
  const body = 'x'.repeat(10 * 1_048_576)
  for (let i = 0; i < 10; i++) {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        { port: it.listening.port, path: '/api/v1/sign-in', method: 'POST', agent: false },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
    assert.equal(status, 413)
  }
})

test('[R12] [API1] headers that are too large or too many are refused in our own words', async () => {
  await using it = await open()
  const large = await it.talk(about(`X-Large: ${'x'.repeat(limits.requestHeadersBytesMax)}`))
  assert.equal(statusOf(large), 431)
  assert.equal(codeOf(large), 'headers_too_large')
  assert.match(large, /Content-Security-Policy: /)
  assert.match(large, /X-Request-Id: req_/)
})

const ambiguous: Record<string, string> = {
  'two lengths': lines(
    'POST /api/v1/sign-in HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Length: 2',
    'Content-Length: 3',
  ),
  'a length and chunks': `${lines(
    'POST /api/v1/sign-in HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Length: 4',
    'Transfer-Encoding: chunked',
  )}0\r\n\r\n`,
  'chunks that are not last': lines(
    'POST /api/v1/sign-in HTTP/1.1',
    'Host: 127.0.0.1',
    'Transfer-Encoding: chunked, identity',
  ),
  'a space before the colon': lines('GET /api/v1/about HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length : 5'),
  'a folded header': lines('GET /api/v1/about HTTP/1.1', 'Host: 127.0.0.1', 'X-A: b', ' Content-Length: 5'),
  'a bare line feed': 'GET /api/v1/about HTTP/1.1\nHost: 127.0.0.1\n\n',
  'a length with a sign': lines('POST /api/v1/sign-in HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: +2'),
  'a chunk size that is none': `${lines(
    'POST /api/v1/sign-in HTTP/1.1',
    'Host: 127.0.0.1',
    'X-Heddle-Request: 1',
    'Transfer-Encoding: chunked',
  )}zz\r\n`,
  'no host': lines('GET /api/v1/about HTTP/1.1'),
  'no host, in the old protocol': lines('GET /api/v1/about HTTP/1.0'),
  'a backslash in the path': lines('GET /api\\v1\\about HTTP/1.1', 'Host: 127.0.0.1', last),
  'another protocol': 'SSH-2.0-OpenSSH_9.6\r\n\r\n',
  'a byte of zero': lines('GET /api/v1/about HTTP/1.1', 'Host: 127.0.0.1', 'X-A: a\0b'),
}

for (const [what, text] of Object.entries(ambiguous)) {
  test(`[R12] a request that two readers could read differently is read by none: ${what}`, async () => {
    await using it = await open()
    // What would be smuggled behind it must not be answered.
    const heard = await it.talk(`${text}${about(last)}`)
    assert.equal(statusOf(heard), 400, heard)
    assert.equal(heard.match(/HTTP\/1\.1 \d+/g)?.length, 1, heard)
    assert.equal(codeOf(heard), 'bad_input')
    assert.deepEqual(it.house.logged, [])
  })
}

test('[R12] a body on a path that takes none is not taken for the next request', async () => {
  await using it = await open()
  const { secret } = await it.house.signedIn('kim', 'member')
  const inner = lines('DELETE /api/v1/me/tokens HTTP/1.1', 'Host: 127.0.0.1')
  const line = await it.dial()
  line.socket.write(
    `${lines(
      'POST /api/v1/sign-out HTTP/1.1',
      'Host: 127.0.0.1',
      'X-Heddle-Request: 1',
      `Cookie: heddle_sign_in=${secret}`,
      `Content-Length: ${inner.length}`,
    )}${inner}`,
  )
  await line.until(/HTTP\/1\.1 204/)
  line.socket.write(about(last))
  await line.closed
  assert.deepEqual(line.heard().match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 204', 'HTTP/1.1 200'])
})

test('[R12] requests that come in one packet are answered each, in order', async () => {
  await using it = await open()
  const heard = await it.talk(
    about() + lines('GET /api/v1/nothing HTTP/1.1', 'Host: 127.0.0.1') + about(last),
  )
  assert.deepEqual(heard.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
})

test('[API8] [R15] a header that is given twice is not read as one of the two', async () => {
  await using it = await open()
  const owner = await it.house.signedIn('kim', 'owner')
  const token = (await it.house.tokenOf(owner.actor)).secret
  const ask = (...more: string[]) =>
    it.talk(lines('POST /api/v1/invites HTTP/1.1', 'Content-Length: 0', last, ...more))
  const host = 'Host: 127.0.0.1'
  const bearer = `Authorization: Bearer ${token}`
  assert.equal(statusOf(await ask(host, bearer)), 201)
  assert.equal(statusOf(await ask(host, 'Host: evil.example', bearer)), 403)
  assert.equal(statusOf(await ask('Host: evil.example', host, bearer)), 403)
  assert.equal(statusOf(await ask(host, bearer, 'Authorization: Bearer hdt_x')), 401)
  assert.equal(
    statusOf(await ask(host, bearer, 'Origin: http://127.0.0.1', 'Origin: http://evil.example')),
    403,
  )
  assert.equal(statusOf(await ask(host, bearer, 'Idempotency-Key: a', 'Idempotency-Key: b')), 400)
  const cookie = `Cookie: heddle_sign_in=${owner.secret}`
  assert.equal(statusOf(await ask(host, cookie, 'X-Heddle-Request: 1')), 201)
  assert.equal(statusOf(await ask(host, cookie, 'X-Heddle-Request: 1', 'X-Heddle-Request: 1')), 403)
})

test('[R15] a whole address as target is held to the same names', async () => {
  await using it = await open()
  const ask = (target: string) => it.talk(lines(`GET ${target} HTTP/1.1`, 'Host: 127.0.0.1', last))
  assert.equal(statusOf(await ask('http://evil.example/api/v1/about')), 403)
  assert.equal(statusOf(await ask('http://127.0.0.1/api/v1/about')), 200)
  assert.equal(statusOf(await ask('https://evil.example/')), 403)
})

test('[R12] an offer to change the protocol is taken nowhere but at the live socket', async () => {
  await using it = await open()
  const offer = [
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: x',
    'Sec-WebSocket-Version: 13',
  ]
  const line = await it.dial()
  line.socket.write(lines('GET /api/v1/elsewhere HTTP/1.1', 'Host: 127.0.0.1', ...offer))
  assert.equal(statusOf(await line.until(/not_found/)), 404)
})

test('[R12] a client that leaves in the middle leaves nothing behind', async () => {
  await using it = await open()
  const head = lines(
    'POST /api/v1/join/preview HTTP/1.1',
    'Host: 127.0.0.1',
    'X-Heddle-Request: 1',
    'Content-Type: application/json',
    'Content-Length: 100',
  )
  for (const rest of ['', '{"code":']) {
    const line = await it.dial()
    line.socket.write(head + rest)
    await it.talk(about(last))
    line.socket.resetAndDestroy()
    await line.closed
  }
  assert.equal(statusOf(await it.talk(about(last))), 200)
  assert.deepEqual(it.house.logged, [])
})

test('[R12] there are only so many connections', async () => {
  await using it = await open({ connectionsMax: 2 })
  const [one, two] = [await it.dial(), await it.dial()]
  one.socket.write(about())
  two.socket.write(about())
  await one.until(/\r\n\r\n\{/)
  await two.until(/\r\n\r\n\{/)
  assert.equal(await it.talk(about(last)), '')
  one.socket.destroy()
  await one.closed
})

test('[R15] no crowd of headers hides the one that is checked', async () => {
  await using it = await open()
  const crowd = Array.from({ length: 2_500 }, () => 'a:')
  assert.equal(statusOf(await it.talk(about(...crowd, last))), 200)
  assert.equal(statusOf(await it.talk(about(...crowd, 'Origin: https://evil.example', last))), 403)
})

test('[R12] whoever asks and does not read is cut off', async () => {
  await using it = await open({ connectionsMax: 1, requestTimeMs: 100 })
  mkdirSync(join(it.house.folder, 'web'))
  writeFileSync(join(it.house.folder, 'web', 'index.html'), Buffer.alloc(32 * 1_048_576, 'x'))
  const deaf = await it.dial()
  deaf.socket.pause()
  deaf.socket.write(lines('GET / HTTP/1.1', 'Host: 127.0.0.1'))
  // It holds the only place until the server takes it back.
  for (;;) {
    const heard = await it.talk(about(last)).catch(() => '')
    if (statusOf(heard) === 200) break
  }
})

test('[R14] the address of a stranger is that of the connection', async () => {
  await using it = await open({ requestsPerMinuteAnonymous: 2 })
  const forged = (i: number) => about(`X-Forwarded-For: 198.51.100.${i}`, last)
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) statuses.push(statusOf(await it.talk(forged(i))))
  assert.deepEqual(statuses, [200, 200, 429])
})

/** A door whose answers to all but /healthz wait until the disk is let go; `reached`: somebody asked /about. */
async function openHeld(doorLimits: Partial<DoorLimits> = {}) {
  const base = await openTestDoor()
  const disk = Promise.withResolvers<void>()
  const store: Store = {
    ...base.store,
    async durable() {
      await disk.promise
      return base.store.durable()
    },
  }
  const seen = Promise.withResolvers<void>()
  const people = {
    ...base.people,
    needsOwner: (r: Reader) => {
      seen.resolve()
      return base.people.needsOwner(r)
    },
  }
  const it = await serve(base.reopen({ store, people, limits: doorLimits }))
  return { it, disk, reached: seen.promise }
}

test('[OPS4] at the end running requests are finished, new ones sent away, and then it is quiet', async () => {
  const { it, disk, reached } = await openHeld()
  await using _ = it
  const [running, half, idle] = [await it.dial(), await it.dial(), await it.dial()]
  idle.socket.write(lines('GET /healthz HTTP/1.1', 'Host: 127.0.0.1'))
  await idle.until(/ok\n$/)
  running.socket.write(about())
  half.socket.write('GET /api/v1/about HTTP/1.1\r\nHost: 127.0.0.1\r\n')
  await reached

  const closing = it.listening.close()
  await idle.closed
  half.socket.write('\r\n')
  disk.resolve()
  await Promise.all([running.closed, half.closed, closing])
  assert.equal(statusOf(running.heard()), 200)
  assert.match(running.heard(), /connection: close/i)
  assert.equal(statusOf(half.heard()), 503)
  assert.equal(codeOf(half.heard()), 'shutting_down')
  assert.match(half.heard(), /retry-after: \d/i)
  await assert.rejects(it.dial())
})

test('[OPS4] a request that never ends does not keep the house from closing', async () => {
  const { it, disk, reached } = await openHeld({ shutdownMs: 100 })
  await using _ = it
  const line = await it.dial()
  line.socket.write(about())
  await reached
  await it.listening.close()
  await line.closed
  assert.equal(line.heard(), '')
  disk.resolve()
})
