// Follows one session over the live socket: frames in, what to show and what to ask for out. Pure: it is given what the
// socket and the API said and never waits for anything. Every entry of the log is told once and in order; a text is told
// piece by piece as it grows, and never twice, also when the connection breaks or the text is begun anew.

import type { EventJson, LiveFrameOf } from '@heddle/contract'
import { applyEntry, applyRow, applyText } from './apply-entry.ts'
import {
  askForText,
  type Following,
  type HeldInput,
  holdText,
  type Input,
  nothing,
  type Step,
  andThen,
} from './following.ts'
import { isText, tellText } from './hold-text.ts'
import { applyWhole, settle, takeHello, takeRows, takeSnapshot } from './take-snapshot.ts'

export function followSession(state: Following, input: Input): Step {
  if (mustWait(state, input)) return nothing({ ...state, held: [...state.held, input] })
  let step = take(state, input)
  for (;;) {
    const [next, ...held] = step.state.held
    if (next === undefined || mustWait(step.state, next)) return step
    step = andThen(step, (now) => take({ ...now, held }, next))
  }
}

/** A hello begins a connection: what was held belongs to the one before and comes again. */
function mustWait({ waitsFor }: Following, input: HeldInput): boolean {
  if (waitsFor === 'nothing' || waitsFor === 'log' || input.type === 'hello') return false
  if (waitsFor === 'rows') return input.type !== 'rows'
  return !(
    (input.type === 'whole' && input.event.eventId === waitsFor.whole.eventId) ||
    (input.type === 'unreadable' && input.eventId === waitsFor.whole.eventId)
  )
}

function take(state: Following, input: HeldInput): Step {
  switch (input.type) {
    case 'hello':
      return takeHello(state, input)
    case 'whole':
      return takeWhole(state, input.event)
    case 'unreadable':
      return takeUnreadable(state, input.eventId)
    case 'rows':
      return state.waitsFor === 'rows' ? takeRows(state, input) : nothing(state)
    case 'row':
      return applyRow(state, input.event)
    case 'settled':
      return settle(state, input.snap)
    default:
      return 'scope' in input && input.scope === `s:${state.sessionId}`
        ? takeScoped(state, input)
        : nothing(state)
  }
}

function takeScoped(state: Following, input: HeldInput): Step {
  switch (input.type) {
    case 'snap':
      return takeSnapshot(state, input)
    case 'ev':
      return takeLogged(state, input)
    case 'd':
      return takeDelta(state, input)
    case 'dr':
      return takeReset(state, input)
    case 'nak':
      return { state, out: [{ kind: 'gone', code: input.code, message: input.message }] }
    default:
      return nothing(state)
  }
}

function takeLogged(state: Following, frame: LiveFrameOf<'ev'>): Step {
  const { seq } = state
  if (seq === undefined || state.isDoubtful || frame.seq <= seq) return nothing(state)
  if (frame.seq > seq + 1) {
    // Asked for once: what is under way on the old subscription shows the same hole again.
    if (state.waitsFor === 'log') return nothing(state)
    return {
      state: { ...state, waitsFor: 'log' },
      out: [{ kind: 'sub', after: seq, epoch: state.epoch }],
    }
  }
  const { type: _type, scope: _scope, ...event } = frame
  const now = { ...state, seq: frame.seq, waitsFor: 'nothing' } as const
  if (!isText(event) || !state.told.has(event.eventId)) return applyEntry(now, event)
  return nothing({ ...now, told: new Set([...state.told].filter((id) => id !== event.eventId)) })
}

function takeDelta(state: Following, { msgId, att, off, t }: LiveFrameOf<'d'>): Step {
  let held = state.texts.get(msgId)
  if (held === undefined || att < (held.attempt ?? 0)) return nothing(state)
  if (held.attempt === undefined || att > held.attempt) held = { ...held, attempt: att, text: '' }
  if (off > held.text.length) return askForText(holdText(state, msgId, held), msgId)
  const more = t.slice(held.text.length - off)
  const { text, out } = tellText(msgId, { ...held, text: held.text + more }, false)
  return { state: holdText(state, msgId, text), out }
}

function takeReset(state: Following, { msgId, att }: LiveFrameOf<'dr'>): Step {
  const held = state.texts.get(msgId)
  if (held === undefined || att <= (held.attempt ?? 0)) return nothing(state)
  return nothing(holdText(state, msgId, { ...held, attempt: att, text: '' }))
}

function takeWhole(state: Following, event: EventJson): Step {
  const { waitsFor } = state
  if (typeof waitsFor !== 'object') return applyWhole(state, event)
  // The entry as the log had it says when; the text may have been redacted meanwhile.
  const { truncated: _truncated, ...whole } = { ...event, seq: waitsFor.whole.seq }
  return applyText({ ...state, waitsFor: 'nothing' }, whole, true)
}

function takeUnreadable(state: Following, eventId: string): Step {
  const { waitsFor } = state
  if (typeof waitsFor === 'object') return applyText({ ...state, waitsFor: 'nothing' }, waitsFor.whole, true)
  const held = state.texts.get(eventId)
  return nothing(held === undefined ? state : holdText(state, eventId, { ...held, isAsked: false }))
}
