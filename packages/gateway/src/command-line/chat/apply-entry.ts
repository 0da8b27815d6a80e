// Applies one entry of a log, or one row of a timeline, to what is known of the session.

import { type EventJson, timelineKinds } from '@heddle/contract'
import { textIn } from '../session/read-payload.ts'
import {
  dropText,
  type Following,
  holdNewText,
  nothing,
  type Output,
  type Step,
  withTold,
} from './following.ts'
import { isText, kindOfText, newText, type TextKind, tellText } from './hold-text.ts'

export function applyEntry(state: Following, event: EventJson): Step {
  if (event.kind === 'text.started') return applyStart(state, event)
  if (isText(event)) return applyText(state, event)
  const now = { ...state, anchor: { eventId: event.eventId, place: event.place } }
  if (event.kind === 'turn.finished' || event.kind === 'turn.failed') return applyTurnEnd(now, event)
  return { state: isRow(event) ? now : state, out: [{ kind: 'entry', event }] }
}

/** A row as a page has it: new, or the end of what streamed before. */
export function applyRow(state: Following, event: EventJson): Step {
  const seq = state.seq ?? 0
  if (isStreaming(event) || (event.seq <= seq && !state.texts.has(event.eventId))) return nothing(state)
  const step = applyEntry({ ...state, seq: Math.max(seq, event.seq) }, event)
  // The entry that completed it may be further on in the log.
  return isText(event) ? { ...step, state: withTold(step.state, event.eventId) } : step
}

/** A text's own entry: it carries all of it and ends the preview. `isAllThereIs`: a cut one cannot be had whole. */
export function applyText(state: Following, event: EventJson, isAllThereIs = false): Step {
  const { eventId } = event
  if (event.truncated === true && !isAllThereIs) {
    return { state: { ...state, waitsFor: { whole: event } }, out: [{ kind: 'read', eventId }] }
  }
  const held = state.texts.get(eventId)
  const rest = dropText(state, eventId)
  if (textIn(event, 'state') === 'dropped') {
    return nothing({ ...rest, dropped: held !== undefined && held.told !== '' ? held : rest.dropped })
  }
  const now = { ...rest, anchor: { eventId, place: event.place } }
  // Redacted while it was told: there is nothing more to show of it.
  if (event.redacted === true) return { state: now, out: [{ kind: 'ended', event }] }
  const before = held ?? newText(kindOfText(event))
  const { out } = tellText(eventId, { ...before, turnId: event.turnId, text: textIn(event, 'text') }, true)
  return { state: now, out: [...out, { kind: 'ended', event }] }
}

function applyStart(state: Following, event: EventJson): Step {
  if (state.texts.has(event.eventId) || state.told.has(event.eventId)) return nothing(state)
  const of: TextKind = textIn(event, 'kind') === 'reasoning' ? 'reasoning' : 'message.agent'
  return nothing(holdNewText(state, event.eventId, newText(of, event.turnId, event.place)))
}

function applyTurnEnd(state: Following, event: EventJson): Step {
  const { dropped } = state
  const out: Output[] = [{ kind: 'entry', event }]
  if (dropped === undefined) return { state, out }
  const { of, turnId } = dropped
  return {
    state: { ...state, dropped: undefined },
    out: [{ kind: 'again', eventId: '', of, turnId }, ...out],
  }
}

export function isStreaming(event: EventJson): boolean {
  return isText(event) && textIn(event, 'state') === 'streaming'
}

const rows: ReadonlySet<string> = new Set(timelineKinds)

function isRow(event: EventJson): boolean {
  return rows.has(event.kind)
}
