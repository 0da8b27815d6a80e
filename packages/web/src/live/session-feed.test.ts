import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson, LiveFrameOf, RouteName, ServerFrame } from '@heddle/contract'
import { entry, scope, whole } from '../../test/sample-log.ts'
import { CallError } from '../api/call-error.ts'
import type { Client } from '../api/client.ts'
import type { Follower } from './followings.ts'
import { createOutbox } from './outbox.ts'
import { createSessionFeed } from './session-feed.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const ev = (event: EventJson): ServerFrame => ({ ...event, type: 'ev', scope })
const snap = (over: Partial<LiveFrameOf<'snap'>> = {}): LiveFrameOf<'snap'> => ({
  type: 'snap',
  scope,
  seq: 0,
  state: { session: whole(), queue: [], streaming: [] },
  events: [],
  ...over,
})

function world(answers: Partial<Record<RouteName, (options: never) => unknown>>) {
  const called: string[] = []
  const asked: string[] = []
  const followers: Follower[] = []
  const timers: (() => void)[] = []
  const drawings: (() => void)[] = []
  let now = 0
  // The answers stand in for the server's, which the real client has checked.
  const client = {
    async call(name: RouteName, options: never) {
      called.push(name)
      const answer = answers[name]
      if (!answer) throw new CallError('unreachable', '')
      return answer(options)
    },
  } as unknown as Client
  const outbox = createOutbox({ newId: () => 'id-1', store: undefined })
  const feed = createSessionFeed({
    client,
    sessionId: 'ses_1',
    now: () => now,
    after: (ms, run) => {
      timers.push(() => {
        now += ms
        run()
      })
      return () => {}
    },
    beforeDrawing: (run) => void drawings.push(run),
    live: {
      outbox,
      askAgain: (name) => void asked.push(name),
      heldFor: () => [],
      follow: (_, follower) => {
        followers.push(follower)
        return () => {}
      },
    },
  })
  feed.follow()
  return {
    feed,
    called,
    asked,
    outbox,
    fire: () => timers.pop()?.(),
    draw: () => drawings.splice(0).forEach((run) => run()),
    hear: (frame: ServerFrame) => followers[0]?.hear(frame),
    follower: () => followers[0]!,
  }
}

test('[UIS2] a hole asks for the log, a change of the session reads it, and its answer is taken over', async () => {
  const { feed, asked, called, hear, follower } = world({
    readSession: () => whole({ title: 'Boats', seq: 1 }),
  })
  assert.equal(follower().after(), undefined)
  hear(snap())
  hear(ev(entry(1, 'session.changed', { fields: ['title'] })))
  await settled()
  assert.equal(feed.state().view.session?.title, 'Boats')
  hear(ev(entry(3, 'notice', {})))
  assert.deepEqual(asked, [scope])
  assert.deepEqual(called, ['readSession'])
  assert.equal(follower().after(), 1)
})

test('[UIS2] an answer that is older than the log does not stop what runs', async () => {
  const { feed, hear } = world({ readSession: () => whole({ title: 'Boats', seq: 1, state: 'idle' }) })
  hear(snap())
  hear(ev(entry(1, 'session.changed', { fields: [] })))
  hear(ev(entry(2, 'turn.started', { messages: [] }, { turnId: 'trn_1' })))
  await settled()
  assert.deepEqual([feed.state().view.session?.title, feed.state().view.session?.state], ['Boats', 'running'])
})

test('[SES3] a missing piece of text is read once; if that fails, the next piece asks again', async () => {
  const text = { text: 'one two ', state: 'streaming', attempt: 0 }
  const answers: Partial<Record<RouteName, (options: never) => unknown>> = {}
  const { feed, called, hear } = world(answers)
  hear(snap())
  hear(ev(entry(1, 'text.started', { kind: 'message.agent' }, { eventId: 'm' })))
  hear({ type: 'd', scope, msgId: 'm', att: 0, off: 4, t: 'two ' })
  await settled()
  answers.readEvent = () => entry(1, 'message.agent', text, { eventId: 'm' })
  hear({ type: 'd', scope, msgId: 'm', att: 0, off: 8, t: 'three' })
  await settled()
  assert.deepEqual(called, ['readEvent', 'readEvent'])
  assert.equal(feed.state().view.texts.get('m')?.text, 'one two three')
})

test('[UIS1] earlier rows are read from where the page begins, once at a time', async () => {
  const { feed, called, hear } = world({
    readTimeline: () => ({ items: [entry(1, 'notice', {}), entry(2, 'notice', {})] }),
  })
  hear(snap({ seq: 4, events: [entry(3, 'notice', {}), entry(4, 'notice', {})], older: '3' }))
  await Promise.all([feed.loadOlder(), feed.loadOlder()])
  await feed.loadOlder()
  assert.deepEqual(called, ['readTimeline'])
  assert.deepEqual(
    feed.state().view.rows.map((row) => row.seq),
    [1, 2, 3, 4],
  )
  assert.equal(feed.state().isLoadingOlder, false)
})

test('[SES7] a session that one may not see says so, until it is heard of', () => {
  const { feed, hear, follower } = world({})
  follower().refused('not_found', 'There is nothing here.')
  assert.equal(feed.state().refusal?.code, 'not_found')
  hear(snap())
  assert.equal(feed.state().refusal, null)
})

test('[SES7] after a refusal nothing of the session is left, and what comes late brings nothing back', async () => {
  let answer: (page: unknown) => void = () => {}
  const { feed, hear, follower } = world({
    readTimeline: () => new Promise((resolve) => (answer = resolve)),
  })
  hear(snap({ seq: 2, events: [entry(2, 'notice', { text: 'private' })], older: '2' }))
  const older = feed.loadOlder()
  follower().refused('not_found', 'There is nothing here.')
  assert.deepEqual([feed.state().view.rows, feed.state().view.session], [[], null])
  hear({ type: 'd', scope, msgId: 'm', att: 0, off: 0, t: 'late' })
  hear(ev(entry(3, 'notice', {})))
  answer({ items: [entry(1, 'notice', { text: 'private' })] })
  await older
  assert.equal(feed.state().refusal?.code, 'not_found')
  assert.deepEqual(feed.state().view.rows, [])
  assert.equal(follower().after(), undefined, 'asked again, it wants a snapshot')
})

test('[SES9] the whole of a message that waits is read before it is changed', async () => {
  const text = 'a'.repeat(20)
  const item = {
    messageId: 'evt_1',
    seq: 1,
    position: 0,
    mode: 'queue',
    author: { id: 'per_1', name: 'Ann Lee' },
    attachments: [],
    createdAt: '2026-03-14T13:05:00.000Z',
  }
  const { feed, hear } = world({ readQueue: () => ({ items: [{ ...item, text }] }) })
  const queue = [{ ...item, text: 'aaaa', truncated: true }]
  hear(snap({ state: { session: whole(), queue, streaming: [] } }))
  assert.equal(feed.state().view.queue[0]?.truncated, true)
  assert.equal(await feed.readQueued('evt_1'), text)
  assert.deepEqual(feed.state().view.queue, [{ ...item, text }])
  assert.equal(await feed.readQueued('evt_2'), undefined)
})

test('[UIS4] who looks on is forgotten with the line, and who types after a while', () => {
  const { feed, hear, follower, fire } = world({})
  const bob = { id: 'per_2', handle: 'bob', name: 'Bob' }
  hear(snap({ state: { session: whole(), presence: [{ ...bob, state: 'active' }] } }))
  hear({ type: 'eph', scope, kind: 'typing', person: bob, expiresMs: 6_000 })
  const names = () => feed.state().onlookers
  assert.deepEqual([names().people.length, names().typing.length], [1, 1])
  fire()
  assert.deepEqual([names().people.length, names().typing.length], [1, 0])
  follower().lost?.()
  assert.deepEqual(names().people, [])
})

test('[UIS3] what was sent leaves the list of what is on its way when it stands in the timeline', () => {
  const { outbox, hear } = world({})
  hear(snap())
  outbox.add({ sessionId: 'ses_1', text: 'hello', mode: 'queue' })
  outbox.acknowledge('id-1', 1)
  assert.equal(outbox.all().length, 1)
  hear(ev(entry(1, 'message.user', { text: 'hello', mode: 'queue' })))
  assert.equal(outbox.all().length, 0)
})

test('[UIS3] the same when the confirmation comes last', () => {
  const { outbox, hear } = world({})
  hear(snap())
  outbox.add({ sessionId: 'ses_1', text: 'hello', mode: 'note' })
  hear(ev(entry(1, 'message.user', { text: 'hello', mode: 'note' })))
  assert.equal(outbox.all().length, 1)
  outbox.acknowledge('id-1', 1)
  assert.equal(outbox.all().length, 0)
})

const stretch = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(from + index, 'notice', { text: 'a' }))
const placesOf = (rows: readonly { place: number }[]) => [rows[0]?.place, rows.at(-1)?.place, rows.length]

/** A server that has the rows 1 to `last` and gives them by pages of a hundred. */
function paged(last: number) {
  return ({ query }: { query: { before?: number; after?: number } }) => {
    if (query.after !== undefined) {
      const to = Math.min(last, query.after + 100)
      return { items: stretch(query.after + 1, to), ...(to < last && { next: String(to) }) }
    }
    const from = Math.max(1, (query.before ?? last + 1) - 100)
    return { items: stretch(from, (query.before ?? last + 1) - 1), ...(from > 1 && { next: String(from) }) }
  }
}

test('[UIT4] a link to an old moment opens the rows around it, and going on leads back to the live end', async () => {
  const { feed, hear } = world({ readTimeline: paged(1_000), readEvent: () => entry(500, 'notice', {}) })
  hear(snap({ seq: 1_000, events: stretch(801, 1_000), older: '801' }))
  assert.equal(await feed.openAt('evt_500'), true)
  assert.deepEqual(placesOf(feed.state().past?.rows ?? []), [401, 600, 200])
  const { stretch: opened } = feed.state()
  await feed.loadOlder()
  assert.deepEqual(placesOf(feed.state().past?.rows ?? []), [301, 600, 300])
  hear(ev(entry(1_001, 'notice', {})))
  await feed.loadNewer()
  await feed.loadNewer()
  assert.deepEqual(placesOf(feed.state().past?.rows ?? []), [301, 800, 500])
  await feed.loadNewer()
  assert.equal(feed.state().past, null)
  assert.deepEqual(placesOf(feed.state().view.rows), [301, 1_001, 701])
  assert.equal(feed.state().stretch, opened, 'it is still the same place')
})

test('[UIT4] a link to what is shown already reads nothing, and one to nothing says so', async () => {
  const { feed, hear } = world({
    readEvent: () => {
      throw new CallError('not_found', '')
    },
  })
  hear(snap({ seq: 2, events: stretch(1, 2) }))
  assert.equal(await feed.openAt('evt_2'), true)
  assert.equal(feed.state().past, null)
  assert.equal(await feed.openAt('evt_9'), false)
})

test('[UIT2] going up through a long session never holds more than a bounded number of rows', async () => {
  const { feed, hear } = world({ readTimeline: paged(20_000) })
  hear(snap({ seq: 20_000, events: stretch(19_801, 20_000), older: '19801' }))
  feed.tellAtEnd(false)
  let held = 0
  for (let page = 0; page < 198; page += 1) {
    await feed.loadOlder()
    feed.trim('start')
    const { past, view } = feed.state()
    held = Math.max(held, (past?.rows.length ?? 0) + view.rows.length)
  }
  assert.ok(held <= 3_300, `${held} rows were held`)
  assert.equal(feed.state().past?.rows[0]?.place, 1)
  assert.equal(feed.state().past?.older, undefined)
  assert.equal(feed.state().stretch, 0, 'going up leads nowhere else')
  feed.backToLive()
  assert.equal(feed.state().stretch, 1)
  assert.deepEqual(placesOf(feed.state().view.rows), [19_801, 20_000, 200])
})

test('[UIT2] a new snapshot does not take away what is read further up', () => {
  const { feed, hear } = world({})
  hear(snap({ seq: 300, events: stretch(101, 300), older: '101' }))
  feed.tellAtEnd(false)
  hear(snap({ seq: 900, events: stretch(701, 900), older: '701' }))
  assert.deepEqual(placesOf(feed.state().past?.rows ?? []), [101, 300, 200])
  assert.deepEqual(placesOf(feed.state().view.rows), [701, 900, 200])
})

test('[UIS5] text that comes in pieces is told once for each drawing; whatever else happens is told at once', () => {
  const { feed, hear, draw } = world({})
  hear(snap())
  hear(ev(entry(1, 'text.started', { kind: 'message.agent' }, { eventId: 'm' })))
  let told = 0
  feed.subscribe(() => (told += 1))
  for (const off of [0, 1, 2]) hear({ type: 'd', scope, msgId: 'm', att: 0, off, t: 'x' })
  assert.equal(told, 0)
  assert.equal(feed.state().view.texts.get('m')?.text, 'xxx')
  draw()
  assert.equal(told, 1)
  hear({ type: 'd', scope, msgId: 'm', att: 0, off: 3, t: 'x' })
  hear(ev(entry(2, 'notice', {})))
  assert.equal(told, 2)
  // It was told along.
  draw()
  assert.equal(told, 2)
})
