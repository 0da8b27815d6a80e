import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson, ServerFrame, StreamingJson } from '@heddle/contract'
import fc from 'fast-check'
import { followSession } from './follow-session.ts'
import { beginFollowing, type Following, type Input, type Output } from './following.ts'

const scope = 's:ses_1'
const epoch = 7

function makeEvent(
  seq: number,
  kind: string,
  payload: Record<string, unknown>,
  more: Partial<EventJson> = {},
) {
  const event: EventJson = {
    seq,
    eventId: `evt_${seq}`,
    kind,
    place: seq,
    actor: { kind: 'agent', id: 'main', name: 'Main' },
    turnId: 'trn_1',
    createdAt: '2026-11-15T20:00:00.000Z',
    payload,
    ...more,
  }
  return event
}

const ev = (event: EventJson): ServerFrame => ({ type: 'ev', scope, ...event })
const started = (seq: number, kind = 'message.agent') => makeEvent(seq, 'text.started', { kind })
const complete = (seq: number, place: number, text: string, more: Partial<EventJson> = {}) =>
  makeEvent(seq, 'message.agent', { text, state: 'complete' }, { eventId: `evt_${place}`, place, ...more })
const hello: ServerFrame = {
  type: 'hello',
  connId: 'con_1',
  epoch,
  serverTime: '2026-11-15T20:00:00.000Z',
  proto: 1,
  limits: {},
}
const d = (place: number, att: number, off: number, t: string): ServerFrame => ({
  type: 'd',
  scope,
  msgId: `evt_${place}`,
  att,
  off,
  t,
})

/** Of a session whose log is known from its beginning. */
function begun(): Following {
  return { ...beginFollowing('ses_1'), seq: 0 }
}

function follow(inputs: readonly Input[], from: Following = begun()) {
  let state = from
  const out: Output[] = []
  for (const input of inputs) {
    const step = followSession(state, input)
    state = step.state
    out.push(...step.out)
  }
  return { state, out }
}

/** What a reader has in front of them: the pieces of each text, and where each row stands. */
function read(out: readonly Output[]): string[] {
  const lines: string[] = []
  let open: string | undefined
  for (const output of out) {
    if (output.kind === 'piece') open = (open ?? '') + output.text
    else if (output.kind === 'again') open = undefined
    else if (output.kind === 'ended') {
      lines.push(open ?? '')
      open = undefined
    } else if (output.kind === 'entry') lines.push(`(${output.event.kind} ${output.event.seq})`)
  }
  return open === undefined ? lines : [...lines, `${open}…`]
}

test('[TRM1] a text is told piece by piece, and its own entry adds only what was missing', () => {
  const { out, state } = follow([
    ev(started(1)),
    d(1, 1, 0, 'one '),
    d(1, 1, 4, 'two '),
    ev(complete(2, 1, 'one two three')),
  ])
  assert.deepEqual(
    out.map((output) => (output.kind === 'piece' ? output.text : output.kind)),
    ['one ', 'two ', 'three', 'ended'],
  )
  assert.equal(state.texts.size, 0)
})

test('[TRM1] an entry that was applied before is dropped, and one that leaves a hole asks again, once', () => {
  const one = ev(makeEvent(1, 'notice', { text: 'a' }))
  const three = ev(makeEvent(3, 'notice', { text: 'c' }))
  const four = ev(makeEvent(4, 'notice', { text: 'd' }))
  const { out, state } = follow([one, one, three, four])
  assert.deepEqual(
    out.map(({ kind }) => kind),
    ['entry', 'sub'],
  )
  assert.deepEqual(out[1], { kind: 'sub', after: 1, epoch: undefined })
  const two = ev(makeEvent(2, 'notice', { text: 'b' }))
  assert.deepEqual(read(follow([two, three, four], state).out), ['(notice 2)', '(notice 3)', '(notice 4)'])
})

test('[TRM1] a piece of an older attempt is void; one that is ahead of what is held asks for the text, once', () => {
  const { out, state } = follow([
    ev(started(1)),
    d(1, 2, 0, 'new'),
    d(1, 1, 0, 'old'),
    d(1, 2, 9, 'far'),
    d(1, 2, 12, 'ther'),
  ])
  assert.deepEqual(
    out.map((output) => (output.kind === 'piece' ? output.text : output)),
    ['new', { kind: 'read', eventId: 'evt_1' }],
  )
  const whole = makeEvent(1, 'message.agent', { text: 'new and far', state: 'streaming', attempt: 2 })
  assert.deepEqual(read(follow([{ type: 'whole', event: whole }], state).out), [' and far…'])
})

test('[TRM1] an answer that begins anew with the same words goes on where it was; with others it is told anew', () => {
  const opening = [
    ev(started(1)),
    d(1, 1, 0, 'one two'),
    { type: 'dr', scope, msgId: 'evt_1', att: 2 } as const,
  ]
  const same = follow([
    ...opening,
    d(1, 2, 0, 'one '),
    d(1, 2, 4, 'two three'),
    ev(complete(2, 1, 'one two three')),
  ])
  assert.deepEqual(
    same.out.map((output) => (output.kind === 'piece' ? output.text : output.kind)),
    ['one two', ' three', 'ended'],
  )
  const other = follow([...opening, d(1, 2, 0, 'one '), d(1, 2, 4, 'too'), ev(complete(2, 1, 'one too'))])
  assert.deepEqual(
    other.out.map((output) => (output.kind === 'piece' ? output.text : output.kind)),
    ['one two', 'again', 'one too', 'ended'],
  )
})

test('[TRM1] after a break a text is followed anew: its attempt may have been counted again', () => {
  const { out } = follow([
    hello,
    ev(started(1)),
    d(1, 2, 0, 'one two'),
    hello,
    d(1, 2, 0, 'four'),
    d(1, 2, 4, ' five'),
  ])
  assert.deepEqual(
    out.flatMap((output) =>
      output.kind === 'piece' ? [output.text] : output.kind === 'again' ? ['again'] : [],
    ),
    ['one two', 'again', 'four', ' five'],
  )
})

test('[TRM1] a dropped text is void, unless the next one says the same', () => {
  const dropped = makeEvent(
    2,
    'message.agent',
    { text: '', state: 'dropped' },
    { eventId: 'evt_1', place: 1 },
  )
  const opening = [ev(started(1)), d(1, 1, 0, 'one'), ev(dropped)]
  const same = follow([...opening, ev(started(3)), d(3, 1, 0, 'one two'), ev(complete(4, 3, 'one two'))])
  assert.deepEqual(
    same.out.map((output) => (output.kind === 'piece' ? output.text : output.kind)),
    ['one', ' two', 'ended'],
  )
  const end = makeEvent(3, 'turn.finished', { outcome: 'succeeded' })
  assert.deepEqual(
    follow([...opening, ev(end)]).out.map(({ kind }) => kind),
    ['piece', 'again', 'entry'],
  )
})

test('[TRM1] a text that was cut is read whole before anything after it is told', () => {
  const cut = complete(1, 1, 'long', { truncated: true })
  const notice = makeEvent(2, 'notice', { text: 'after' })
  const { out, state } = follow([ev(cut), ev(notice)])
  assert.deepEqual(out, [{ kind: 'read', eventId: 'evt_1' }])
  const whole: Input = { type: 'whole', event: complete(1, 1, 'long and longer') }
  assert.deepEqual(read(follow([whole], state).out), ['long and longer', '(notice 2)'])
  assert.deepEqual(read(follow([{ type: 'unreadable', eventId: 'evt_1' }], state).out), [
    'long',
    '(notice 2)',
  ])
  // The connection broke before the answer: the entry does not come again, so it is asked for again.
  const back = follow([hello, ev(notice), whole], state)
  assert.deepEqual(read(back.out), ['long and longer', '(notice 2)'])
})

test('[TRM1] after an unclean start the same log goes on; another one is told as such, from its newest on', () => {
  const notice = (seq: number, id = `evt_${seq}`) => makeEvent(seq, 'notice', { text: 'n' }, { eventId: id })
  const { state } = follow([hello, ev(notice(1)), ev(notice(2))])
  const back: ServerFrame = { ...hello, epoch: epoch + 1 }
  const snap = (seq: number, events: EventJson[], older?: string): ServerFrame => ({
    type: 'snap',
    scope,
    seq,
    state: {},
    events,
    ...(older !== undefined && { older }),
  })
  const asked = follow([back], state)
  assert.deepEqual(asked.out, [{ kind: 'sub', after: undefined, epoch }])
  assert.deepEqual(follow([back], asked.state).out, [{ kind: 'sub', after: undefined, epoch: epoch + 1 }])
  const kinds = (inputs: Input[]) => follow(inputs, asked.state).out.map(({ kind }) => kind)
  assert.deepEqual(kinds([snap(3, [notice(1), notice(2), notice(3)])]), ['entry'])
  assert.deepEqual(kinds([snap(1, [notice(1)])]), ['restored', 'past'])
  assert.deepEqual(kinds([snap(3, [notice(1), notice(2, 'evt_x'), notice(3)])]), ['restored', 'past'])
  const far = snap(9, [notice(9)], 'x')
  assert.deepEqual(kinds([far]), ['rows'])
  const rows = (second: string): Input => ({
    type: 'rows',
    events: [notice(2, second), ...[3, 4, 5, 6, 7, 8].map((seq) => notice(seq))],
    isLast: true,
  })
  assert.deepEqual(kinds([far, rows('evt_2')]), ['rows', ...Array.from({ length: 7 }, () => 'entry')])
  assert.deepEqual(kinds([far, rows('evt_x')]), ['rows', 'restored', 'past'])
})

test('[TRM1] a session that one may no longer see is told as gone', () => {
  const nak: ServerFrame = { type: 'nak', scope, code: 'not_found', message: 'gone' }
  assert.deepEqual(follow([nak]).out, [{ kind: 'gone', code: 'not_found', message: 'gone' }])
})

// What a session's log can hold, and how a connection can treat it.

type Act =
  | { kind: 'notice' }
  | { kind: 'text'; of: 'message.agent' | 'reasoning'; attempts: string[][]; rest: string }

const word = fc.constantFrom('a', 'b', 'ab', '🧵', '\n')
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constant({ kind: 'notice' } as const),
  fc.record({
    kind: fc.constant('text' as const),
    of: fc.constantFrom('message.agent', 'reasoning'),
    attempts: fc.array(fc.array(word, { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
    rest: fc.constantFrom('', 'end'),
  }),
)

interface Moment {
  frame: ServerFrame
  /** The log and what streams, once the frame was sent. */
  log: EventJson[]
  streaming: StreamingJson[]
}

function play(acts: readonly Act[]): Moment[] {
  const moments: Moment[] = []
  let log: EventJson[] = []
  let streaming: StreamingJson[] = []
  const tell = (frame: ServerFrame) => moments.push({ frame, log, streaming })
  const append = (event: EventJson) => {
    log = [...log, event]
    tell(ev(event))
  }
  for (const one of acts) {
    const place = log.length + 1
    if (one.kind === 'notice') {
      append(makeEvent(place, 'notice', { text: 'n' }))
      continue
    }
    const msgId = `evt_${place}`
    streaming = [{ msgId, kind: one.of, att: 0, off: 0, text: '' }]
    append(started(place, one.of))
    let text = ''
    for (const [i, pieces] of one.attempts.entries()) {
      const att = i + 1
      text = ''
      streaming = [{ msgId, kind: one.of, att, off: 0, text }]
      if (i > 0) tell({ type: 'dr', scope, msgId, att })
      for (const piece of pieces) {
        const off = text.length
        text += piece
        streaming = [{ msgId, kind: one.of, att, off: 0, text }]
        tell({ type: 'd', scope, msgId, att, off, t: piece })
      }
    }
    streaming = []
    const payload = { text: text + one.rest || 'x', state: 'complete', attempt: one.attempts.length }
    append(makeEvent(log.length + 1, one.of, payload, { eventId: msgId, place }))
  }
  return moments
}

/** The rows as a page of the timeline has them. */
function rowsOf({ log, streaming }: Moment): EventJson[] {
  return log.flatMap((event) => {
    if (event.kind === 'notice') return [event]
    if (event.kind !== 'text.started') return []
    const end = log.find(({ eventId, seq }) => eventId === event.eventId && seq > event.seq)
    if (end !== undefined) return [{ ...end, seq: event.seq }]
    const live = streaming.find(({ msgId }) => msgId === event.eventId)
    const payload = { text: live?.text ?? '', attempt: live?.att ?? 0, state: 'streaming' }
    return [{ ...event, kind: live?.kind ?? 'message.agent', payload }]
  })
}

test('[TRM1] however the connection breaks, every entry is told once, in order, and every text as it is', () => {
  const trouble = fc.record({
    what: fc.constantFrom('none', 'none', 'none', 'break', 'repeat', 'lose'),
    missed: fc.nat(6),
    answersWith: fc.constantFrom('log', 'log and text', 'snapshot'),
    rows: fc.integer({ min: 1, max: 4 }),
    isLate: fc.boolean(),
    isCut: fc.boolean(),
    isUnclean: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 6 }),
      fc.array(trouble, { minLength: 1, maxLength: 30 }),
      (acts, troubles) => {
        const moments = play(acts)
        const last = moments.at(-1)
        if (last === undefined) return
        let state = followSession(begun(), hello).state
        const out: Output[] = []
        let at = 0
        let now: (typeof troubles)[number] = troubles[0]!
        let waiting: (() => void)[] = []
        let life = epoch

        const moment = (): Moment => (at === 0 ? { frame: hello, log: [], streaming: [] } : moments[at - 1]!)

        function feed(input: Input): void {
          const step = followSession(state, input)
          state = step.state
          out.push(...step.out)
          for (const ask of step.out) answer(ask)
        }

        function answer(ask: Output): void {
          if (ask.kind === 'sub') subscribe(ask.after)
          const reply = () => {
            const rows = rowsOf(moment())
            if (ask.kind === 'read') {
              feed({ type: 'whole', event: rows.find(({ eventId }) => eventId === ask.eventId)! })
            }
            if (ask.kind === 'rows') {
              const between = rows.filter(
                ({ place }) => place > ask.after && place < (ask.before ?? Infinity),
              )
              feed({ type: 'rows', events: between.slice(0, 2).map(cut), isLast: between.length <= 2 })
              if (between.length > 2) feed({ type: 'rows', events: between.slice(2).map(cut), isLast: true })
            }
          }
          if (ask.kind !== 'read' && ask.kind !== 'rows') return
          if (now.isLate) waiting.push(reply)
          else reply()
        }

        function subscribe(after: number | undefined): void {
          const { log, streaming } = moment()
          if (now.answersWith === 'snapshot' || after === undefined) {
            const rows = rowsOf(moment())
            const events = rows.slice(-now.rows).map(cut)
            feed({
              type: 'snap',
              scope,
              seq: log.length,
              state: { session: { turnId: 'trn_1', queued: 0 }, streaming },
              events,
              ...(events.length < rows.length && { older: 'x' }),
            })
            return
          }
          for (const event of log.slice(after)) feed(ev(event))
          if (now.answersWith === 'log') return
          for (const { msgId, att, text } of streaming) {
            feed({ type: 'd', scope, msgId, att, off: 0, t: text })
          }
        }

        function cut<T extends EventJson>(event: T): T {
          if (!now.isCut || event.kind !== 'message.agent') return event
          return { ...event, truncated: true, payload: { ...event.payload, text: '' } }
        }

        function deliver(frame: ServerFrame): void {
          feed(frame.type === 'ev' ? cut(frame) : frame)
        }

        for (let i = 0; at < moments.length; i++) {
          now = troubles[i % troubles.length]!
          if (now.what === 'break' && i < 2 * moments.length) {
            waiting = []
            at = Math.min(moments.length, at + now.missed)
            if (now.isUnclean) life++
            feed({ ...hello, epoch: life })
          } else {
            const { frame } = moments[at]!
            at++
            if (now.what !== 'lose') deliver(frame)
            if (now.what === 'repeat') deliver(frame)
          }
          const due = waiting
          waiting = []
          for (const reply of due) reply()
        }
        now = { ...now, isLate: false, answersWith: 'log' }
        feed({ ...hello, epoch: life })
        for (const reply of waiting) reply()

        const told: unknown[] = []
        const open: Record<string, string> = {}
        for (const output of out) {
          if (output.kind === 'piece') open[output.of] = (open[output.of] ?? '') + output.text
          if (output.kind === 'again') open[output.of] = ''
          if (output.kind === 'entry') told.push(output.event.eventId)
          if (output.kind === 'ended') {
            told.push([output.event.eventId, open[output.event.kind]])
            open[output.event.kind] = ''
          }
        }
        const wanted = last.log.flatMap((event): unknown[] => {
          if (event.kind === 'notice') return [event.eventId]
          return event.kind === 'text.started' ? [] : [[event.eventId, event.payload['text']]]
        })
        assert.deepEqual(told, wanted)
        assert.deepEqual([state.seq, state.texts.size, state.held.length], [last.log.length, 0, 0])
      },
    ),
    { numRuns: 2_000 },
  )
})
