import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson, LiveFrameOf, ServerFrame } from '@heddle/contract'
import fc from 'fast-check'
import { applyQueue } from './apply-event.ts'
import { applyFrame, applyOlder } from './apply-frame.ts'
import { applyWhole, forgetAsk } from './apply-text.ts'
import { emptyView, type SessionView } from './session-view.ts'
import { type Entry, entry, type Log, makeLog, rowsOf, scope, whole } from '../../test/sample-log.ts'

const ev = (event: EventJson): ServerFrame => ({ ...event, type: 'ev', scope })
const begun = (id: string, seq: number): EventJson =>
  entry(seq, 'text.started', { kind: 'message.agent' }, { eventId: id })
const snap = (over: Partial<LiveFrameOf<'snap'>> = {}): LiveFrameOf<'snap'> => ({
  type: 'snap',
  scope,
  seq: 0,
  state: { session: whole(), queue: [], streaming: [] },
  events: [],
  ...over,
})
const start = applyFrame(emptyView, snap()).view

function run(view: SessionView, ...frames: ServerFrame[]) {
  const asks = []
  let current = view
  for (const frame of frames) {
    const step = applyFrame(current, frame)
    current = step.view
    asks.push(...step.asks)
  }
  return { view: current, asks }
}

test('[UIS2] an event is applied once, and what lies behind a hole waits for the log, asked for once', () => {
  const [one, two, three, four] = [1, 2, 3, 4].map((seq) => ev(entry(seq, 'notice', { text: `${seq}` })))
  const { view, asks } = run(start, one!, one!, three!, four!)
  assert.deepEqual(asks, [{ kind: 'log', after: 1 }])
  assert.equal(view.seq, 1)
  const caught = run(view, two!, three!, four!, two!)
  assert.deepEqual(
    caught.view.rows.map((row) => row.seq),
    [1, 2, 3, 4],
  )
  assert.deepEqual(caught.asks, [])
  assert.equal(caught.view.seq, 4)
})

test('[UIA4] what waits for approval is counted with each entry that asks or settles', () => {
  const asked = (seq: number) => ev(entry(seq, 'approval.asked', {}))
  const decided = (seq: number) => ev(entry(seq, 'approval.decided', {}))
  const two = run(start, asked(1), asked(2)).view
  assert.equal(two.session?.openApprovals, 2)
  assert.equal(run(two, decided(3), decided(4), decided(5)).view.session?.openApprovals, 0)
})

test('[SES3] pieces are joined where they fit; a hole asks for the text once and loses nothing', () => {
  const d = (off: number, t: string, att = 0): ServerFrame => ({ type: 'd', scope, msgId: 'm', att, off, t })
  const first = run(start, ev(begun('m', 1)), d(0, 'one '), d(0, 'one '), d(2, 'e two '))
  assert.equal(first.view.texts.get('m')?.text, 'one two ')
  const holed = run(first.view, d(14, 'four '), d(19, 'five'))
  assert.deepEqual(holed.asks, [{ kind: 'text', eventId: 'm' }])
  assert.equal(holed.view.texts.get('m')?.text, 'one two ')
  const answered = applyWhole(holed.view, textEvent('one two three four ', 'streaming'))
  assert.equal(answered.view.texts.get('m')?.text, 'one two three four five')
  assert.deepEqual(answered.asks, [])
})

test('[SES3] a failed ask is asked again by the next piece', () => {
  const d = (off: number): ServerFrame => ({ type: 'd', scope, msgId: 'm', att: 0, off, t: 'x' })
  const holed = run(start, ev(begun('m', 1)), d(5))
  const again = run(forgetAsk(holed.view, 'm'), d(6))
  assert.deepEqual(again.asks, [{ kind: 'text', eventId: 'm' }])
})

test('[SES3] a new attempt begins anew, pieces of the old one are void, also late', () => {
  const d = (att: number, off: number, t: string): ServerFrame => ({
    type: 'd',
    scope,
    msgId: 'm',
    att,
    off,
    t,
  })
  const { view } = run(
    start,
    ev(begun('m', 1)),
    d(0, 0, 'wrong way'),
    { type: 'dr', scope, msgId: 'm', att: 1 },
    d(0, 9, ' further'),
    d(1, 0, 'right'),
  )
  assert.deepEqual(view.texts.get('m'), {
    attempt: 1,
    offset: 0,
    isFrontAsked: false,
    text: 'right',
    waiting: undefined,
  })
})

test('[SES3] the completing event ends the text at its place, under the id with which it was begun', () => {
  const done = entry(3, 'message.agent', { text: 'all of it', state: 'complete' }, { place: 1 })
  const piece: ServerFrame = { type: 'd', scope, msgId: 'm', att: 0, off: 0, t: 'all' }
  const { view } = run(start, ev(begun('m', 1)), piece, ev(entry(2, 'notice', {})), ev(done), piece)
  assert.deepEqual(
    view.rows.map((row) => [row.place, row.eventId, row.payload.text]),
    [
      [1, 'm', 'all of it'],
      [2, 'evt_2', undefined],
    ],
  )
  assert.equal(view.texts.size, 0)
})

test('[SES3] a text that comes cut at its end does not shrink, and is asked for whole', () => {
  const done = entry(2, 'message.agent', { text: 'all', state: 'complete' }, { place: 1, truncated: true })
  const piece: ServerFrame = { type: 'd', scope, msgId: 'm', att: 0, off: 0, t: 'all of it' }
  const { view, asks } = run(start, ev(begun('m', 1)), piece, ev(done))
  assert.equal(view.rows[0]?.payload.text, 'all of it')
  assert.deepEqual(asks, [{ kind: 'text', eventId: 'm' }])
  const row = applyWhole(view, textEvent('all of it, whole', 'complete')).view.rows[0]
  assert.deepEqual([row?.payload.text, row?.truncated], ['all of it, whole', undefined])
})

test('[SES3] who comes in the middle of a long text has its tail at once, and its beginning as soon as it is read', () => {
  const row = entry(1, 'message.agent', { text: '', state: 'streaming' }, { eventId: 'm' })
  const tail = { msgId: 'm', kind: 'message.agent', att: 0, off: 4, text: 'two ' }
  const open = snap({ seq: 1, state: { session: whole(), queue: [], streaming: [tail] }, events: [row] })
  const d = (off: number, t: string): ServerFrame => ({ type: 'd', scope, msgId: 'm', att: 0, off, t })
  const opened = run(emptyView, open, d(8, 'three '))
  assert.deepEqual(opened.asks, [{ kind: 'text', eventId: 'm' }])
  assert.equal(opened.view.texts.get('m')?.text, 'two three ')
  const failed = run(forgetAsk(opened.view, 'm'), d(14, 'four'), d(18, '.'))
  assert.deepEqual(failed.asks, [{ kind: 'text', eventId: 'm' }])
  const early = applyWhole(failed.view, textEvent('one', 'streaming'))
  assert.equal(early.view.texts.get('m')?.text, 'two three four.')
  const answered = applyWhole(failed.view, textEvent('one two three', 'streaming'))
  const { offset, text } = answered.view.texts.get('m')!
  assert.deepEqual([offset, text, answered.asks], [0, 'one two three four.', []])
})

test('[SES3] a tail that ends with a cut text is joined to its beginning, and the whole is asked for', () => {
  const row = entry(1, 'message.agent', { text: '', state: 'streaming' }, { eventId: 'm' })
  const done = (text: string) =>
    ev(entry(2, 'message.agent', { text, state: 'complete', attempt: 0 }, { place: 1, truncated: true }))
  const open = (off: number) =>
    snap({
      seq: 1,
      state: {
        session: whole(),
        queue: [],
        streaming: [{ msgId: 'm', kind: 'message.agent', att: 0, off, text: 'two three' }],
      },
      events: [row],
    })
  const joined = run(emptyView, open(4), done('one two'))
  assert.equal(joined.view.rows[0]?.payload.text, 'one two three')
  assert.deepEqual(joined.asks.at(-1), { kind: 'text', eventId: 'm' })
  const apart = run(emptyView, open(40), done('one two'))
  assert.deepEqual([apart.view.rows[0]?.payload.text, apart.view.rows[0]?.truncated], ['one two', true])
  assert.equal(apart.asks.length, 2)
})

test('[SES9] a message that waits and came cut is marked, until it is whole', () => {
  const cut = ev(entry(1, 'message.user', { text: 'long', mode: 'queue' }, { truncated: true }))
  const edit = (seq: number, text: string, over = {}) =>
    ev(entry(seq, 'message.edited', { messageId: 'evt_1', text }, over))
  const marks = (view: SessionView) => [view.queue[0]?.truncated, view.rows[0]?.truncated]
  const first = run(start, cut).view
  assert.deepEqual(marks(first), [true, true])
  const short = run(first, edit(2, 'short')).view
  assert.deepEqual(marks(short), [undefined, undefined])
  const again = run(short, edit(3, 'longer', { truncated: true })).view
  assert.deepEqual(marks(again), [true, true])
  const item = again.queue[0]!
  const read = applyQueue(again, [{ ...item, text: 'longer than that', truncated: undefined }])
  assert.deepEqual([read.queue[0]?.text, read.queue[0]?.truncated], ['longer than that', undefined])
  const late = applyQueue(again, [{ ...item, text: 'what stood there before', truncated: undefined }])
  assert.deepEqual([late.queue[0]?.text, late.queue[0]?.truncated], ['longer', true])
})

test('[SES6] a redacted event is empty, also when an old page or a late text would bring it back', () => {
  const gone = entry(3, 'event.redacted', { targetId: 'm', targetSeq: 1, by: 'per_1' })
  const done = entry(4, 'message.agent', { text: 'secret', state: 'complete' }, { place: 1 })
  const piece: ServerFrame = { type: 'd', scope, msgId: 'm', att: 0, off: 0, t: 'sec' }
  const old = run(start, ev(begun('m', 1)), piece, ev(entry(2, 'notice', {})), ev(gone), piece, ev(done)).view
  assert.deepEqual(old.rows[0]?.payload, {})
  assert.equal(old.rows[0]?.redacted, true)
  assert.equal(old.texts.size, 0)
  const page = applyOlder({ ...old, rows: old.rows.slice(1) }, { items: [textEvent('secret', 'complete')] })
  assert.deepEqual(page.rows[0]?.payload, {})
})

test('[SES9] the queue follows its events: arrived, edited, moved, cancelled, taken', () => {
  const say = (seq: number, mode = 'queue') => ev(entry(seq, 'message.user', { text: `t${seq}`, mode }))
  const { view } = run(
    start,
    say(1),
    say(2),
    say(3),
    say(4, 'note'),
    say(5),
    ev(entry(6, 'queue.reordered', { messages: ['evt_3', 'evt_1', 'evt_2', 'evt_5'] })),
    ev(entry(7, 'message.edited', { messageId: 'evt_1', text: 'better' })),
    ev(entry(8, 'message.cancelled', { messageId: 'evt_5', by: 'per_1', why: 'author' })),
    ev(entry(9, 'turn.started', { messages: ['evt_3'] }, { turnId: 'trn_1' })),
  )
  assert.deepEqual(
    view.queue.map((item) => [item.position, item.messageId, item.text]),
    [
      [0, 'evt_1', 'better'],
      [1, 'evt_2', 't2'],
    ],
  )
  assert.equal(view.session?.state, 'running')
  assert.equal(view.rows[0]?.payload.text, 'better')
  assert.deepEqual(view.rows[4]?.payload.cancelled, { by: 'per_1', why: 'author' })
  const later = run(
    view,
    ev(entry(10, 'message.taken', { messages: ['evt_1'] })),
    ev(entry(11, 'turn.finished', {})),
  )
  assert.deepEqual(
    later.view.queue.map((item) => item.messageId),
    ['evt_2'],
  )
  assert.equal(later.view.session?.state, 'idle')
})

test('[UIS2] an unknown kind keeps its row', () => {
  const { view } = run(start, ev(entry(1, 'from.the.future', { x: 1 })))
  assert.equal(view.rows[0]?.kind, 'from.the.future')
})

test('[UIS2] whatever is lost, repeated or cut off, the page ends with the rows and the queue of the log', () => {
  fc.assert(
    fc.property(makeLog, fc.infiniteStream(fc.nat(99)), (log, chance) => {
      const view = replay(log, () => chance.next().value)
      const upTo = log.entries.length
      assert.equal(view.seq, upTo)
      assert.deepEqual(texts(view), texts({ ...emptyView, rows: rowsOf(log, upTo) }))
      assert.deepEqual(
        view.queue.map((item) => item.messageId),
        log.queueAt(upTo),
      )
      assert.equal(view.texts.size, log.openAt(upTo).length)
      for (const open of log.openAt(upTo)) assert.equal(view.texts.get(open.id)?.text, open.text)
    }),
    { numRuns: 300 },
  )
})

function texts(view: SessionView) {
  return view.rows.map((row) => [row.place, row.eventId, row.kind, row.redacted ?? false, row.payload])
}

function textEvent(text: string, state: string): EventJson {
  return entry(1, 'message.agent', { text, state, attempt: 0 }, { eventId: 'm' })
}

/** A bad line: frames are lost and repeated, the socket breaks, snapshots come instead of events; at last all is quiet. */
function replay(log: Log, chance: () => number): SessionView {
  let view = emptyView
  const server = (at: number) => log.snapshotAt(at)
  const take = (frame: ServerFrame, at: number) => {
    const step = applyFrame(view, frame)
    assert.ok((step.view.seq ?? 0) >= (view.seq ?? 0), 'it went back')
    view = step.view
    for (const ask of step.asks) {
      if (ask.kind === 'log') resume(at)
      if (ask.kind === 'text') answer(ask.eventId, at)
    }
  }
  const answer = (id: string, at: number) => {
    if (chance() < 20) return void (view = forgetAsk(view, id))
    const step = applyWhole(view, log.readText(id, at))
    view = step.view
  }
  const resume = (at: number) => {
    view = { ...view, isCatchingUp: false }
    if (view.seq === null || chance() < 30) return take(server(at), at)
    for (const event of log.logAfter(view.seq, at)) take(ev(event), at)
  }
  log.entries.forEach((item: Entry, index) => {
    const at = index + 1
    if (view.seq === null || chance() < 10) resume(at)
    if (chance() >= 15) take(ev(item.event), at)
    if (chance() < 15) take(ev(item.event), at)
    for (const frame of item.after) {
      if (chance() < 15) continue
      take(frame, at)
      if (chance() < 10) take(frame, at)
    }
  })
  resume(log.entries.length)
  // A snapshot holds what streams; who resumed by events learns it from the next piece at the latest.
  for (const open of log.openAt(log.entries.length)) answerSurely(open.id)
  function answerSurely(id: string) {
    view = applyWhole(view, log.readText(id, log.entries.length)).view
  }
  return view
}

test('[UIW4] a sub-agent whose task is over works again when somebody talks to it', () => {
  const over = { session: whole({ kind: 'subagent', state: 'over' }), queue: [], streaming: [] }
  const before = applyFrame(emptyView, snap({ state: over })).view
  const turnId = 'trn_2'
  const { view } = run(before, ev(entry(1, 'turn.started', { messages: [] }, { turnId })))
  assert.deepEqual([view.session?.state, view.session?.turnId], ['running', turnId])
  const { view: after, asks } = run(view, ev(entry(2, 'turn.finished', {}, { turnId })))
  assert.equal(after.session?.turnId, null)
  assert.deepEqual(asks, [{ kind: 'session' }], 'how it stands with it then is read')
})
