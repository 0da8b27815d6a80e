// Texts while they are being written: pieces are joined only where they fit. A piece of an old attempt is void; a piece
// behind a hole waits, and the whole text is asked for once. The same when only a tail came: it grows, and what is in
// front of it is asked for.

import type { EventJson, StreamingJson } from '@heddle/contract'
import {
  type Ask,
  changeRow,
  type LiveText,
  type Piece,
  type SessionView,
  type Step,
  stay,
} from './session-view.ts'

const waitingMax = 500

export function applyPiece(view: SessionView, msgId: string, piece: Piece): Step {
  if (!isBeingWritten(view, msgId)) return stay(view)
  const held = view.texts.get(msgId) ?? blank(piece.att)
  const { text, isMissing } = join(held, piece)
  const isFrontMissing = text.offset > 0 && !text.isFrontAsked && !text.waiting
  const asks: Ask[] = isMissing || isFrontMissing ? [{ kind: 'text', eventId: msgId }] : []
  return { view: withText(view, msgId, isFrontMissing ? { ...text, isFrontAsked: true } : text), asks }
}

export function applyReset(view: SessionView, msgId: string, attempt: number): Step {
  const held = view.texts.get(msgId)
  if (!isBeingWritten(view, msgId) || (held && held.attempt > attempt)) return stay(view)
  return stay(withText(view, msgId, blank(attempt)))
}

/** The text as the server had it when it was asked; what waited is joined to it. */
export function applyWhole(view: SessionView, event: EventJson): Step {
  const id = event.eventId
  const row = view.rows.find((candidate) => candidate.eventId === id)
  if (!row || row.redacted) return stay(view)
  if (!isBeingWritten(view, id) || textState(event) !== 'streaming') {
    // It was finished or cut meanwhile, or it was asked for because it had come cut.
    const { truncated: _, ...whole } = event
    return stay(isBeingWritten(view, id) ? view : withWhole(view, row, whole))
  }
  const held = view.texts.get(id)
  const attempt = numberIn(event, 'attempt') ?? held?.attempt ?? 0
  if (held && held.attempt > attempt) return stay(forgetAsk(view, id))
  let text: LiveText = { ...blank(attempt), text: stringIn(event, 'text') ?? '' }
  // It does not reach the tail yet, which is worth more; the next piece asks again.
  if (held && held.attempt === attempt && held.offset > text.text.length) return stay(forgetAsk(view, id))
  let isMissing = false
  for (const piece of held ? [tailOf(held), ...(held.waiting ?? [])] : []) {
    const joined = join(text, piece)
    text = joined.text
    isMissing ||= joined.isMissing
  }
  return { view: withText(view, id, text), asks: isMissing ? [{ kind: 'text', eventId: id }] : [] }
}

/** It could not be read: the next piece may ask again. */
export function forgetAsk(view: SessionView, msgId: string): SessionView {
  const held = view.texts.get(msgId)
  const isAsked = held !== undefined && (held.waiting !== undefined || held.isFrontAsked)
  return isAsked ? withText(view, msgId, { ...held, waiting: undefined, isFrontAsked: false }) : view
}

export function textsOf(streaming: readonly StreamingJson[]): ReadonlyMap<string, LiveText> {
  return new Map(
    streaming.map(({ msgId, att, off, text }) => [
      msgId,
      { attempt: att, offset: off, isFrontAsked: off > 0, text, waiting: undefined },
    ]),
  )
}

/** What was held is one piece more when the whole comes. */
function tailOf({ attempt, offset, text }: LiveText): Piece {
  return { att: attempt, off: offset, t: text }
}

export function withoutText(view: SessionView, msgId: string): ReadonlyMap<string, LiveText> {
  if (!view.texts.has(msgId)) return view.texts
  const texts = new Map(view.texts)
  texts.delete(msgId)
  return texts
}

export function textState(event: EventJson): string | undefined {
  return stringIn(event, 'state')
}

export function stringIn(event: EventJson, field: string): string | undefined {
  const value = event.payload[field]
  return typeof value === 'string' ? value : undefined
}

export function numberIn(event: EventJson, field: string): number | undefined {
  const value = event.payload[field]
  return typeof value === 'number' ? value : undefined
}

function blank(attempt: number): LiveText {
  return { attempt, offset: 0, isFrontAsked: false, text: '', waiting: undefined }
}

function join(held: LiveText, piece: Piece): { text: LiveText; isMissing: boolean } {
  if (piece.att < held.attempt) return { text: held, isMissing: false }
  if (held.waiting) {
    return { text: { ...held, waiting: [...held.waiting, piece].slice(-waitingMax) }, isMissing: false }
  }
  const base = piece.att > held.attempt ? blank(piece.att) : held
  const end = base.offset + base.text.length
  if (piece.off > end || piece.off < base.offset) {
    // In front of what is held there is nothing to join it to, either.
    if (piece.off + piece.t.length <= base.offset) return { text: base, isMissing: false }
    return { text: { ...base, waiting: [piece] }, isMissing: true }
  }
  // A text only grows, so what is held already is the same.
  return { text: { ...base, text: base.text + piece.t.slice(end - piece.off) }, isMissing: false }
}

function isBeingWritten(view: SessionView, msgId: string): boolean {
  const row = view.rows.findLast((candidate) => candidate.eventId === msgId)
  return row !== undefined && !row.redacted && textState(row) === 'streaming'
}

function withText(view: SessionView, msgId: string, text: LiveText): SessionView {
  if (view.texts.get(msgId) === text) return view
  return { ...view, texts: new Map(view.texts).set(msgId, text) }
}

function withWhole(view: SessionView, row: EventJson, whole: EventJson): SessionView {
  const rows = changeRow(
    view.rows,
    (candidate) => candidate === row,
    () => ({ ...whole, place: row.place }),
  )
  return { ...view, rows }
}
