import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventId, type EventKind, limits, type SessionId, type TurnId } from '@heddle/contract'
import { createTestClock } from '../../../../test-support/open-test-store.ts'
import type { FeedListener, LogEvent, StreamingText } from '../../../sessions/sessions.ts'
import { awaitTurn } from './await-turn.ts'
import { createTurnFollowers } from './turn-followers.ts'

const sessionId = 'ses_1' as SessionId
const eventId = 'evt_1' as EventId

/** A session whose log the test writes; reading it takes as long as the test wants. */
function open() {
  const listeners: FeedListener[] = []
  const followers = createTurnFollowers({
    listen: (listener) => void listeners.push(listener as FeedListener),
  })
  const [feed] = listeners
  assert.ok(feed)
  const clock = createTestClock()
  const closing = new AbortController()
  const client = new AbortController()
  const log: LogEvent[] = []
  const streaming: StreamingText[] = []
  const told: string[] = []
  let reads = 0
  let beforeRead = async () => {}

  function append(kind: EventKind, payload: Record<string, unknown>, isTold = true): void {
    const seq = log.length + 1
    const event: LogEvent = {
      seq,
      eventId: `evt_${seq}` as EventId,
      kind,
      place: seq,
      actor: { kind: 'system', id: null, name: 'x' },
      causedBy: null,
      turnId: 'trn_1' as TurnId,
      createdAt: 0,
      isRedacted: false,
      payload,
    }
    log.push(event)
    if (isTold) feed?.appended(sessionId, [event])
  }

  const wait = () =>
    awaitTurn(
      {
        followers,
        clock,
        closing: closing.signal,
        // The edge: nothing of a reader is used by the fake log.
        store: { read: (fn) => fn(undefined as never) },
        sessions: {
          async logAfter(_, __, after, limit) {
            reads++
            const found = log.filter(({ seq }) => seq > after).slice(0, limit)
            await beforeRead()
            return found
          },
          streaming: () => streaming,
        },
      },
      { sessionId, eventId, seq: 1 },
      { onText: (text) => told.push(text), onReasoning: () => undefined },
      client.signal,
    )

  return {
    feed,
    followers,
    clock,
    closing,
    client,
    streaming,
    told,
    append,
    wait,
    reads: () => reads,
    onRead: (fn: () => Promise<void>) => {
      beforeRead = fn
    },
  }
}

const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costMicros: null }
const started = { messages: [eventId], model: 'demo/demo', isDemo: true }
const finished = { outcome: 'succeeded', usage, steps: 1 }
const said = (text: string) => ({ text, state: 'complete', attempt: 1, step: 1 })
const turns = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve()
}

test('[API13] what is on the log, what comes while it is read, and what streams join without a seam', async () => {
  const world = open()
  const { feed, append, streaming, told, followers } = world
  append('message.user', {}, false)
  world.onRead(async () => {
    world.onRead(async () => {})
    // Of the turn before, as nobody can tell from a delta.
    feed.delta(sessionId, {
      eventId: 'evt_old' as EventId,
      kind: 'message.agent',
      attempt: 1,
      offset: 0,
      text: 'old',
    })
    append('turn.started', started)
  })
  streaming.push({ eventId: 'evt_9' as EventId, kind: 'message.agent', attempt: 1, offset: 0, text: 'Once ' })
  const waiting = world.wait()
  await turns()
  feed.delta(sessionId, {
    eventId: 'evt_9' as EventId,
    kind: 'message.agent',
    attempt: 1,
    offset: 5,
    text: 'upon',
  })
  append('message.agent', said('and more'))
  append('turn.finished', finished)
  const end = await waiting
  assert.equal(end.kind, 'answered')
  assert.deepEqual(told, ['Once ', 'upon', '\n\nand more'])
  assert.equal(followers.size, 0)
})

test('[API13] an answer of long ago is found on the log, and nothing behind it is read', async () => {
  const world = open()
  const { append, told } = world
  append('message.user', {}, false)
  append('turn.started', started, false)
  for (let i = 0; i < 250; i++) append('tool.call', {}, false)
  append('message.agent', said('found'), false)
  append('turn.finished', finished, false)
  for (let i = 0; i < 1_000; i++) append('notice', {}, false)
  assert.equal((await world.wait()).kind, 'answered')
  await turns()
  assert.deepEqual(told, ['found'])
  assert.equal(world.reads(), 2)
})

test('[API13] whoever hangs up, waits too long or is sent away leaves nothing behind', async () => {
  const left = open()
  const leaving = left.wait()
  await turns()
  assert.equal(left.followers.size, 1)
  left.client.abort()
  assert.deepEqual(await leaving, { kind: 'left' })
  assert.equal(left.followers.size, 0)

  const slow = open()
  const hanging = slow.wait()
  await turns()
  slow.clock.advance(limits.completionTurnMsMax)
  const late = await hanging
  assert.ok(late.kind === 'failed' && late.error.status === 504)
  assert.equal(slow.followers.size, 0)

  const closed = open()
  closed.closing.abort()
  const end = await closed.wait()
  assert.ok(end.kind === 'failed' && end.error.code === 'shutting_down')
  assert.equal(closed.followers.size, 0)

  const gone = open()
  gone.client.abort()
  assert.deepEqual(await gone.wait(), { kind: 'left' })

  const broken = open()
  broken.onRead(() => Promise.reject(new Error('the store is gone')))
  await assert.rejects(broken.wait(), /the store is gone/)
  assert.equal(broken.followers.size, 0)
})
