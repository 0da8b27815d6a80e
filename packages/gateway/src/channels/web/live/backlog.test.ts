// Someone who does not read as fast as things happen.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { closeCodes, type ConnectionId, limits, type SessionId } from '@heddle/contract'
import { createFakeLogs } from '../../../../test-support/create-fake-logs.ts'
import { assertHoldsAll, heldUpTo } from '../../../../test-support/follow-log.ts'
import { openTestLive } from '../../../../test-support/open-test-live.ts'
import { createListLog } from '../../../../test-support/open-test-sessions.ts'
import { createTestClock } from '../../../../test-support/open-test-store.ts'
import { Backlogs } from './backlog.ts'
import type { Caller, Origin } from './callers.ts'
import { encodePiece } from './encode-frame.ts'
import { chooseLiveLimits } from './live-limits.ts'
import { LiveSocket } from './live-socket.ts'
import { LogScope } from './log-scope.ts'
import { Outflow } from './outflow.ts'
import type { ServeFrameDeps } from './serve-deps.ts'
import { subscribe } from './subscribe.ts'

/** A wire on which everything stays until it is taken. */
function openWire(
  person = 'prs_1',
  clock = createTestClock(),
  backlogs = new Backlogs(clock, chooseLiveLimits()),
) {
  const sent: Record<string, unknown>[] = []
  const wire = {
    bufferedAmount: 0,
    closed: undefined as number | undefined,
    sendText(frame: Buffer) {
      sent.push(JSON.parse(frame.toString()))
      wire.bufferedAmount += frame.length
    },
    close: (code: number) => void (wire.closed = code),
    ping: () => undefined,
    isTerminated: false,
    terminate: () => void (wire.isTerminated = true),
    pause: () => undefined,
    resume: () => undefined,
  }
  const socket = new LiveSocket({
    id: 'con_1' as ConnectionId,
    wire,
    caller: { actor: { personId: person } } as Caller,
    origin: {} as Origin,
    backlogs,
  })
  const frame = (bytes: number) => Buffer.from(JSON.stringify('x'.repeat(bytes)))
  const piece = (off: number, t: string, att = 1) => {
    const one = { msgId: 'a', att, off, t }
    socket.sendPiece(encodePiece('s:1', one), 's:1', one)
  }
  return { clock, sent, wire, socket, frame, piece }
}

const take = (wire: { bufferedAmount: number }) => {
  wire.bufferedAmount = 0
}

test('[LIV7] pieces of text for a crowded connection are joined and sent four times a second', () => {
  const { clock, sent, wire, socket, frame, piece } = openWire()
  piece(0, 'a')
  piece(1, 'b')
  assert.equal(sent.length, 2, 'a little behind is not crowded')
  socket.send(frame(limits.liveCrowdedBytes))
  for (const [i, t] of ['c', 'd', 'e', 'f'].entries()) piece(2 + i, t)
  assert.equal(sent.length, 3)
  clock.advance(limits.liveCrowdedFlushMs)
  assert.deepEqual(sent.at(-1), { type: 'd', scope: 's:1', msgId: 'a', att: 1, off: 2, t: 'cdef' })
  take(wire)
  clock.advance(limits.liveCrowdedFlushMs)
  assert.equal(socket.backlog, undefined, 'who has caught up is like anyone else')
  piece(6, 'g')
  assert.equal(sent.length, 5)
})

test('[LIV7] what was joined goes before the entry that ends it, and a new attempt is not joined to the old', () => {
  const { sent, socket, frame, piece } = openWire()
  socket.send(frame(limits.liveCrowdedBytes))
  piece(0, 'a')
  piece(1, 'b')
  piece(0, 'new', 2)
  socket.sendEvent(Buffer.from('{"type":"ev"}'))
  assert.deepEqual(
    sent.slice(1).map((one) => [one['type'], one['t']]),
    [
      ['d', 'ab'],
      ['d', 'new'],
      ['ev', undefined],
    ],
  )
})

test('[LIV7] with a full queue what may be missed is left out and text waits, by frames as by bytes', () => {
  for (const fill of ['bytes', 'frames']) {
    const { clock, sent, socket, frame, piece } = openWire()
    if (fill === 'bytes') socket.send(frame(limits.liveQueueBytesMax))
    else for (let i = 0; i < limits.liveQueueFramesMax; i++) socket.send(frame(10))
    const before = sent.length
    socket.sendEphemeral(frame(1))
    piece(0, 'a')
    clock.advance(limits.liveCrowdedFlushMs)
    assert.equal(sent.length, before, fill)
    socket.sendEvent(frame(1))
    assert.equal(sent.length, before + 2, 'an entry is never left out, nor the text before it')
  }
})

test('[LIV7] too much that was not read, or nothing read for ten seconds, ends the connection', () => {
  const full = openWire()
  for (let i = 0; i < 4; i++) full.socket.send(full.frame(limits.liveQueueBytesMax))
  assert.equal(full.wire.closed, closeCodes.slow)
  full.socket.send(full.frame(1))
  assert.equal(full.sent.length, 4, 'nothing more is put on top')

  const stuck = openWire()
  stuck.socket.send(stuck.frame(100))
  stuck.clock.advance(limits.liveBlockedMsMax - 1_000)
  stuck.wire.bufferedAmount -= 1
  stuck.clock.advance(limits.liveBlockedMsMax - 1_000)
  assert.equal(stuck.wire.closed, undefined, 'slow is not stuck')
  stuck.clock.advance(2_000)
  assert.equal(stuck.wire.closed, closeCodes.slow)
})

test('[LIV7] whoever was cut off and still takes nothing is gone a second later', () => {
  const { clock, wire, socket, frame } = openWire()
  for (let i = 0; i < 4; i++) socket.send(frame(limits.liveQueueBytesMax))
  assert.equal(wire.closed, closeCodes.slow)
  clock.advance(500)
  assert.equal(wire.isTerminated, false, 'they may still learn why')
  clock.advance(500)
  assert.equal(wire.isTerminated, true)
})

test('[LIV7] the connections of one person together have a limit, until they are gone, and nobody else feels it', () => {
  const clock = createTestClock()
  const backlogs = new Backlogs(clock, chooseLiveLimits({ queueBytesPersonMax: 10_000 }))
  const open = (person: string) => openWire(person, clock, backlogs)
  const [one, two, three, four] = [open('prs_1'), open('prs_1'), open('prs_1'), open('prs_1')]
  const other = open('prs_2')
  const large = one.frame(4_000)
  for (const { socket } of [one, two, three, other]) socket.send(large)
  const closed = () => [one, two, three, four, other].map(({ wire }) => wire.closed)
  assert.deepEqual(closed(), [undefined, undefined, closeCodes.slow, undefined, undefined])
  four.socket.send(large)
  assert.equal(four.wire.closed, closeCodes.slow, 'what was given up still lies there')
  for (const { socket } of [three, four]) socket.gone()
  const five = open('prs_1')
  take(one.wire)
  five.socket.send(large)
  assert.equal(five.wire.closed, undefined, 'what was taken does not count')
})

test('[LIV7] whoever does not read is served no further subscription until they do', async () => {
  const { clock, wire, socket, frame } = openWire()
  const large = frame(300_000)
  let served = 0
  const subscribeOwn = async () => {
    served++
    socket.send(large)
  }
  // Of what serves a frame, only this much is asked.
  const deps = {
    limits: chooseLiveLimits(),
    callers: { refresh: async () => true },
    personScopes: { subscribe: subscribeOwn },
  } as unknown as ServeFrameDeps
  const sub = { type: 'sub', scope: 'u:me' } as const
  for (let i = 0; i < 20; i++) subscribe(deps, socket, sub, { kind: 'u', name: 'me' })
  const rounds = async () => {
    for (let i = 0; i < 10; i++) await nextTick()
  }
  await rounds()
  assert.equal(served, Math.ceil(limits.liveQueueBytesMax / large.length))
  take(wire)
  clock.advance(limits.liveCrowdedFlushMs)
  await rounds()
  assert.equal(served, 2 * Math.ceil(limits.liveQueueBytesMax / large.length))
  socket.endSlow()
  await rounds()
  assert.equal(socket.turnsWaiting, 0, 'nothing waits for someone who is gone')
})

test('[LIV12] text that waits to be sent is not sent once its log is no longer followed', () => {
  const { clock, sent, wire, socket, frame, piece } = openWire()
  const outflow = new Outflow({ durable: async () => undefined }, createListLog([]))
  const scope = new LogScope('s:1', outflow, () => undefined)
  scope.admit(scope.register(socket, []), { frames: [], ends: new Map() })
  socket.send(frame(limits.liveCrowdedBytes))
  piece(0, 'secret')
  scope.leave(socket)
  socket.send(Buffer.from('{"type":"nak"}'))
  take(wire)
  clock.advance(limits.liveCrowdedFlushMs)
  socket.sendEvent(Buffer.from('{"type":"ev"}'))
  assert.deepEqual(
    sent.slice(1).map(({ type }) => type),
    ['nak', 'ev'],
  )
})

test('[LIV7] a slow reader is cut off, the others are not held up, and who comes back has it all', async () => {
  const logs = createFakeLogs()
  await using it = await openTestLive(
    {},
    { sessions: logs.sessions, liveLimits: { liveQueueBytesCut: 1_000_000 } },
  )
  const id = 'ses_slow' as SessionId
  const log = logs.log(id)
  log.append('notice')
  const [slow, quick] = [await it.connect(await it.someone()), await it.connect(await it.someone())]
  for (const client of [slow, quick]) {
    client.send({ type: 'sub', scope: `s:${id}` })
    await client.next('snap')
  }
  slow.socket.pause()
  // Until what the system itself keeps is full as well.
  for (let i = 0; i < 2_000 && it.door.live().sockets === 2; i++) {
    log.append('notice', { text: 'x'.repeat(15_000) })
    await quick.next('ev', ({ seq }) => seq === log.events.length)
  }
  const cutAt = log.events.length
  for (let i = 0; i < 3; i++) log.append('notice')
  await quick.next('ev', ({ seq }) => seq === cutAt + 3)
  slow.socket.resume()
  assert.equal((await slow.closed).code, closeCodes.slow)
  const seen = slow.all('ev').at(-1)?.seq ?? 0
  assert.ok(seen <= cutAt)
  assert.deepEqual(
    slow.all('ev').map(({ seq }) => seq),
    Array.from({ length: seen - 1 }, (_, i) => i + 2),
  )
  const held = heldUpTo(log, log.events.length - 10)
  const again = await it.connect(await it.someone())
  again.send({ type: 'sub', scope: `s:${id}`, after: held.seq })
  await again.next('ev', ({ seq }) => seq === log.events.length)
  for (const frame of again.frames) held.apply(frame)
  assertHoldsAll(held, log)
})
