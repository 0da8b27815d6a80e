import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SocketEvents } from '../live/line.ts'
import { createAhead } from './ahead.ts'
import { openLineAhead, type RawSocket } from './line-ahead.ts'
import { rememberWhoIsHere, whoWasHere } from './who-was-here.ts'

const me = () => Response.json({ person: { id: 'per_1' } })

function world(path: string, wasHere?: string, answer: (url: string) => Response = me) {
  const asked: string[] = []
  const sockets: FakeSocket[] = []
  let now = 0
  const ahead = createAhead({
    path,
    wasHere,
    fetch: async (url) => {
      asked.push(String(url))
      return answer(String(url))
    },
    open: () => {
      const socket = fakeSocket()
      sockets.push(socket)
      return socket.raw
    },
    now: () => now,
  })
  return { ahead, asked, sockets, pass: (ms: number) => void (now += ms) }
}

interface FakeSocket {
  raw: RawSocket
  sent: unknown[]
  happen(type: string, event?: object): void
}

function fakeSocket(): FakeSocket {
  const target = new EventTarget()
  const sent: unknown[] = []
  const raw = {
    addEventListener: target.addEventListener.bind(target),
    send: (text: string) => void sent.push(JSON.parse(text)),
    close: () => {},
    readyState: 1,
  }
  return {
    // The little of a WebSocket that is used.
    raw: raw as unknown as RawSocket,
    sent,
    happen: (type, event = {}) => void target.dispatchEvent(Object.assign(new Event(type), event)),
  }
}

function listener() {
  const heard: unknown[] = []
  const on: SocketEvents = {
    opened: (asked) => void heard.push(['opened', asked]),
    heard: (text) => void heard.push(text),
    closed: (code) => void heard.push(code),
  }
  return { on, heard }
}

test('[UIB1] where somebody was before, who is there and the session are asked for at once', async () => {
  const { ahead, asked, sockets } = world('/sessions/ses_9', 'per_1')
  assert.equal(await ahead.isLineOpen, true)
  assert.deepEqual(asked, ['/api/v1/me', '/api/v1/agents'])
  assert.deepEqual(ahead.scopes(), ['u:per_1', 's:ses_9'])
  sockets[0]?.happen('open')
  assert.deepEqual(sockets[0]?.sent, [
    { type: 'hello', proto: 1, client: 'web' },
    { type: 'sub', scope: 'u:per_1' },
    { type: 'sub', scope: 's:ses_9' },
  ])
})

test('[UIB1] on a first visit nothing but who is there is asked for, and the rest when that is known', async () => {
  const { ahead, asked, sockets } = world('/sessions/ses_9')
  assert.deepEqual([asked, sockets.length], [['/api/v1/me'], 0])
  assert.equal(await ahead.isLineOpen, true)
  assert.deepEqual(ahead.scopes(), ['u:per_1', 's:ses_9'])
  assert.deepEqual(asked, ['/api/v1/me', '/api/v1/agents'])
})

test('[PPL1] for nobody no line is opened, and outside of the house nothing is asked for', async () => {
  const nobody = world('/sessions/ses_9', undefined, () => Response.json({ error: {} }, { status: 401 }))
  assert.equal(await nobody.ahead.isLineOpen, false)
  assert.deepEqual([nobody.asked, nobody.sockets.length], [['/api/v1/me'], 0])
  for (const path of ['/sign-in', '/join', '/gallery/x']) {
    const outside = world(path, 'per_1')
    assert.equal(await outside.ahead.isLineOpen, false)
    assert.deepEqual(outside.asked, [])
  }
})

test('[UIB1] elsewhere the line is opened without a word, and a key instead of an id is left to the page', async () => {
  for (const path of ['/', '/sessions', '/sessions/main', '/settings']) {
    const { ahead, sockets } = world(path, 'per_1')
    assert.equal(await ahead.isLineOpen, true)
    sockets[0]?.happen('open')
    assert.deepEqual([sockets[0]?.sent, ahead.scopes()], [[], []], path)
  }
})

test('[UIB1] an answer is given out once, only to a read, and not when it is old', async () => {
  const { ahead, asked } = world('/', 'per_1')
  await ahead.fetch('/api/v1/me', { method: 'PATCH' })
  assert.equal(asked.length, 2)
  assert.equal((await (await ahead.fetch('/api/v1/me')).json()).person.id, 'per_1')
  assert.equal(asked.length, 2)
  await ahead.fetch('/api/v1/me')
  assert.equal(asked.length, 3)
  const late = world('/', 'per_1')
  late.pass(60_000)
  await late.ahead.fetch('/api/v1/me')
  assert.equal(late.asked.length, 2)
})

test('[UIS2] a line is taken once; whoever came before it was there gets one of their own', async () => {
  const { ahead, sockets } = world('/sessions/ses_9')
  assert.equal(ahead.takeLine(), undefined)
  assert.equal(await ahead.isLineOpen, false)
  assert.equal(sockets.length, 0)
  const early = world('/', 'per_1')
  assert.ok(early.ahead.takeLine())
  assert.equal(early.ahead.takeLine(), undefined)
})

test('[UIS2] what was said before anyone listened is heard in its order, then what is said now', async () => {
  const socket = fakeSocket()
  const line = openLineAhead(socket.raw, [{ type: 'sub', scope: 's:1' }])
  socket.happen('open')
  socket.happen('message', { data: 'a' })
  const { on, heard } = listener()
  line.take(on)
  assert.deepEqual(heard, [], 'not before it is in hand')
  socket.happen('message', { data: 'b' })
  await Promise.resolve()
  socket.happen('message', { data: 'c' })
  socket.happen('close', { code: 1006 })
  assert.deepEqual(heard, [['opened', ['s:1']], 'a', 'b', 'c', 1006])
})

test('[UIS2] a line over which nothing was said leaves the hello to whoever takes it', async () => {
  const socket = fakeSocket()
  const { on, heard } = listener()
  openLineAhead(socket.raw, []).take(on)
  await Promise.resolve()
  socket.happen('open')
  assert.deepEqual(heard, [['opened', undefined]])
})

test('[PPL1] who was here is remembered until they leave, and what is no id is nobody', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  rememberWhoIsHere(store, 'per_1')
  assert.equal(whoWasHere(store), 'per_1')
  rememberWhoIsHere(store, undefined)
  assert.equal(whoWasHere(store), undefined)
  kept.set('heddle.here', '1')
  assert.equal(whoWasHere(store), undefined)
  assert.equal(whoWasHere(undefined), undefined)
})
