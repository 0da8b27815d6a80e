// What streams in a session, followed from one moment to another through what was told in between. Pure, so that a
// snapshot read in several steps is one of a single moment: nothing is missing from it and nothing comes twice.

import type { EventJson, StreamingJson } from '@heddle/contract'
import type { StreamingText, TextDelta } from '../../../sessions/sessions.ts'

export type Told =
  | { kind: 'event'; event: EventJson }
  | { kind: 'delta'; delta: TextDelta }
  | { kind: 'reset'; eventId: string; attempt: number }

export interface Folded {
  texts: StreamingJson[]
  /** What was told after the log's entry `seq`; it is not in `texts`. */
  rest: Told[]
}

/** `texts` as they were before `told`; up to the log's entry `seq`. */
export function foldTexts(texts: readonly StreamingText[], told: readonly Told[], seq: number): Folded {
  const held = new Map(texts.map((text) => [text.eventId as string, jsonOf(text)]))
  const beyond = told.findIndex((item) => item.kind === 'event' && item.event.seq > seq)
  const within = beyond === -1 ? told : told.slice(0, beyond)
  for (const item of within) apply(held, item)
  return { texts: [...held.values()], rest: beyond === -1 ? [] : told.slice(beyond) }
}

function apply(held: Map<string, StreamingJson>, item: Told): void {
  switch (item.kind) {
    case 'event': {
      const { event } = item
      if (completesText(event)) held.delete(event.eventId)
      else if (event.kind === 'text.started') {
        textOf(held, event.eventId).kind =
          event.payload['kind'] === 'reasoning' ? 'reasoning' : 'message.agent'
      }
      return
    }
    case 'reset':
      return beginAnew(textOf(held, item.eventId), item.attempt)
    case 'delta': {
      const { delta } = item
      const text = textOf(held, delta.eventId)
      text.kind = delta.kind
      beginAnew(text, delta.attempt)
      if (text.text === '') text.off = delta.offset
      const added = addedBy(delta, text.att, text.off + text.text.length)
      if (added !== undefined) text.text += added.text
    }
  }
}

/** One that was begun earlier, perhaps before a restart, is first heard of when something happens to it. */
function textOf(held: Map<string, StreamingJson>, msgId: string): StreamingJson {
  const known = held.get(msgId)
  if (known !== undefined) return known
  const text: StreamingJson = { msgId, kind: 'message.agent', att: 0, off: 0, text: '' }
  held.set(msgId, text)
  return text
}

function beginAnew(text: StreamingJson, attempt: number): void {
  if (text.att < attempt) Object.assign(text, { att: attempt, off: 0, text: '' })
}

/** The part of a delta that goes beyond what is held up to `end`; undefined when there is none. */
export function addedBy(delta: TextDelta, attempt: number, end: number): TextDelta | undefined {
  if (delta.attempt < attempt) return undefined
  if (delta.attempt > attempt || delta.offset >= end) return delta
  if (delta.offset + delta.text.length <= end) return undefined
  return { ...delta, offset: end, text: delta.text.slice(end - delta.offset) }
}

/** The entry that says a text again, whole, under the place of its first. */
export function completesText(event: Pick<EventJson, 'kind' | 'seq' | 'place'>): boolean {
  return event.place !== event.seq && (event.kind === 'message.agent' || event.kind === 'reasoning')
}

function jsonOf(text: StreamingText): StreamingJson {
  return { msgId: text.eventId, kind: text.kind, att: text.attempt, off: text.offset, text: text.text }
}
