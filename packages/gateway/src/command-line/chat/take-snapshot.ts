// A connection begins, and what its snapshot says is joined to what is known: rows that were missed are told, those that
// were told are not told again, and a log that is another one than we knew is taken as new.

import type { EventJson, LiveFrameOf, StreamingJson } from '@heddle/contract'
import { streamingShape } from '@heddle/contract/live'
import { z } from 'zod'
import { numberIn, textIn } from '../session/read-payload.ts'
import { applyText, isStreaming } from './apply-entry.ts'
import {
  type Ask,
  askForText,
  beginFollowing,
  type Following,
  type HeldInput,
  holdNewText,
  holdText,
  nothing,
  type Input,
  type Step,
  andThen,
  withTold,
} from './following.ts'
import { kindOfText, newText, tellText } from './hold-text.ts'

export function takeHello(state: Following, { epoch }: LiveFrameOf<'hello'>): Step {
  const { waitsFor } = state
  // What streams may have been begun anew under the same number.
  const texts = new Map(
    [...state.texts].map(([id, text]) => [id, { ...text, attempt: undefined, text: '', isAsked: false }]),
  )
  const isDoubtful = state.isDoubtful || (state.epoch !== undefined && state.epoch !== epoch)
  // In doubt only a snapshot will do: entries after ours could be another log's.
  const sub: Ask = { kind: 'sub', after: isDoubtful ? undefined : state.seq, epoch: state.epoch }
  const now = { ...state, epoch, texts, isDoubtful, held: [] }
  // The entry that is incomplete has been counted already: it does not come again.
  if (typeof waitsFor === 'object')
    return { state: now, out: [sub, { kind: 'read', eventId: waitsFor.whole.eventId }] }
  return { state: { ...now, waitsFor: 'nothing' }, out: [sub] }
}

export function takeSnapshot(state: Following, snap: LiveFrameOf<'snap'>): Step {
  const { seq } = state
  if (seq === undefined) return beginWith(state, snap)
  const oldest = snap.events[0]?.place
  const reaches = (place: number) => snap.older === undefined || (oldest !== undefined && oldest <= place)
  if (state.isDoubtful) {
    const judged = judgeLog(state, snap, reaches)
    if (judged === 'other')
      return andThen({ state, out: [{ kind: 'restored' }] }, (now) => beginWith(now, snap))
    if (judged === 'unknown') return askForRows(state, snap, (state.anchor?.place ?? 1) - 1)
  }
  const known = { ...state, isDoubtful: false }
  const after = Math.min(seq, ...openPlaces(state, snap).map((place) => place - 1))
  if (snap.seq > seq && !reaches(after + 1)) return askForRows(known, snap, after)
  const rows = snap.events.map((event): HeldInput => ({ type: 'row', event }))
  const held: HeldInput[] = [...rows, { type: 'settled', snap }, ...state.held]
  return nothing({ ...known, waitsFor: 'nothing', held })
}

function askForRows(state: Following, snap: LiveFrameOf<'snap'>, after: number): Step {
  return {
    state: { ...state, waitsFor: 'rows', held: [{ ...snap, older: undefined }, ...state.held] },
    out: [{ kind: 'rows', after, before: snap.events[0]?.place }],
  }
}

/** Whether the log is the one that we know: it has the same row in the same place. */
function judgeLog(
  { anchor, seq = 0 }: Following,
  snap: LiveFrameOf<'snap'>,
  reaches: (place: number) => boolean,
): 'same' | 'other' | 'unknown' {
  if (snap.seq < seq) return 'other'
  if (anchor === undefined || snap.events.some((event) => event.eventId === anchor.eventId)) return 'same'
  return reaches(anchor.place) ? 'other' : 'unknown'
}

/** Pages come in order; what they hold goes before the snapshot that waits for them. */
export function takeRows(state: Following, { events, isLast }: Extract<Input, { type: 'rows' }>): Step {
  const at = state.held.findIndex(({ type }) => type === 'snap')
  const rows = events.map((event): HeldInput => ({ type: 'row', event }))
  const before = state.held.slice(0, Math.max(0, at))
  const held = [...before, ...rows, ...state.held.slice(Math.max(0, at))]
  if (!isLast) return nothing({ ...state, held })
  if (!state.isDoubtful) return nothing({ ...state, held, waitsFor: 'nothing' })
  const isSame = held.some((one) => one.type === 'row' && one.event.eventId === state.anchor?.eventId)
  if (isSame) return nothing({ ...state, held, isDoubtful: false, waitsFor: 'nothing' })
  const rest = state.held.slice(Math.max(0, at))
  const fresh = { ...beginFollowing(state.sessionId), epoch: state.epoch, held: rest }
  return { state: fresh, out: [{ kind: 'restored' }] }
}

function beginWith(state: Following, snap: LiveFrameOf<'snap'>): Step {
  const streams = new Set(streamingIn(snap).map(({ msgId }) => msgId))
  const events = snap.events.filter((event) => !streams.has(event.eventId) && !isStreaming(event))
  const last = events.at(-1)
  const fresh: Following = {
    ...beginFollowing(state.sessionId),
    epoch: state.epoch,
    held: state.held,
    anchor: last && { eventId: last.eventId, place: last.place },
  }
  return andThen({ state: fresh, out: [{ kind: 'past', events }] }, (now) => settle(now, snap))
}

const snapshotState = z.object({
  session: z.object({ turnId: z.string().nullable(), queued: z.int() }).optional(),
  streaming: z.array(streamingShape).default([]),
})

/** Where those stand that streamed when we last looked and have ended since. */
function openPlaces({ texts }: Following, snap: LiveFrameOf<'snap'>): number[] {
  const streams = new Set(streamingIn(snap).map(({ msgId }) => msgId))
  return [...texts].flatMap(([id, { place }]) => (streams.has(id) || place === undefined ? [] : [place]))
}

/** After the snapshot's rows: what streams, and what is no longer known to. */
export function settle(state: Following, snap: LiveFrameOf<'snap'>): Step {
  const streaming = streamingIn(snap)
  const streams = new Set(streaming.map((text) => text.msgId))
  const told = new Set([...state.told].filter((id) => streams.has(id)))
  let step = nothing({ ...state, seq: snap.seq, told })
  for (const text of streaming) {
    const row = snap.events.find((event) => event.eventId === text.msgId)
    step = andThen(step, (now) => applyStreaming(now, text, row))
  }
  for (const event of snap.events.filter(isStreaming)) {
    if (!streams.has(event.eventId)) step = andThen(step, (now) => applyWhole(now, event))
  }
  for (const [eventId] of step.state.texts) {
    if (!streams.has(eventId) && !snap.events.some((event) => event.eventId === eventId)) {
      step = andThen(step, (now) => askForText(now, eventId))
    }
  }
  const session = snapshotState.safeParse(snap.state).data?.session
  if (session !== undefined) step.out.push({ kind: 'state', turnId: session.turnId, queued: session.queued })
  return step
}

function streamingIn(snap: LiveFrameOf<'snap'>): StreamingJson[] {
  return snapshotState.safeParse(snap.state).data?.streaming ?? []
}

function applyStreaming(state: Following, streaming: StreamingJson, row: EventJson | undefined): Step {
  const { msgId, kind, att, off, text } = streaming
  if (state.told.has(msgId)) return nothing(state)
  const isKnown = state.texts.has(msgId)
  const now = isKnown ? state : holdNewText(state, msgId, newText(kind, row?.turnId, row?.place))
  const held = now.texts.get(msgId) ?? newText(kind)
  if (off > 0) return askForText(holdText(now, msgId, { ...held, attempt: att, text: '' }), msgId)
  const told = tellText(msgId, { ...held, attempt: att, text }, false)
  return { state: holdText(now, msgId, told.text), out: told.out }
}

/** A text that was read by its id: as far as it has come, or whole. */
export function applyWhole(state: Following, event: EventJson): Step {
  const { eventId } = event
  const held = state.texts.get(eventId)
  if (!isStreaming(event)) {
    // Its own entry may be on its way still.
    return held === undefined
      ? nothing(state)
      : andThen(applyText(state, event, true), (now) => nothing(withTold(now, eventId)))
  }
  const base = { ...(held ?? newText(kindOfText(event), event.turnId, event.place)), isAsked: false }
  const text = textIn(event, 'text')
  const attempt = numberIn(event, 'attempt') ?? 0
  // Deltas may have overtaken the answer.
  const isOlder =
    attempt < (base.attempt ?? 0) || (attempt === base.attempt && text.length < base.text.length)
  if (isOlder) return nothing(holdText(state, eventId, base))
  const told = tellText(eventId, { ...base, attempt, text }, false)
  return { state: holdText(state, eventId, told.text), out: told.out }
}
