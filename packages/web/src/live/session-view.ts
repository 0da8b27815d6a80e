// What the page holds of one session: its newest rows, what waits, the texts that are being written. Pure data; how it
// changes stands in apply-frame.ts.

import { type EventJson, logOnlyKinds, type QueuedJson, type WholeSessionJson } from '@heddle/contract'

export interface SessionView {
  /** The newest entry of the log that was applied; null before the first snapshot. */
  seq: number | null
  session: WholeSessionJson | null
  /** Rows of the timeline, ascending by `place`, one for each place. */
  rows: readonly EventJson[]
  queue: readonly QueuedJson[]
  /** Where the page before the first row begins; undefined when there is none. */
  older: string | undefined
  /** By the id of the event that each belongs to. */
  texts: ReadonlyMap<string, LiveText>
  /** Redacted since the page was opened: a page of old rows that was read before must not bring the content back. */
  redacted: ReadonlySet<string>
  /** A hole was seen and the log was asked for again; until it comes, what lies behind the hole is not applied. */
  isCatchingUp: boolean
}

export interface LiveText {
  attempt: number
  /** Where `text` begins in the whole; above 0 while only the tail is here. */
  offset: number
  /** What comes before the tail was asked for; the tail grows meanwhile. */
  isFrontAsked: boolean
  text: string
  /** Pieces that came while the whole text was asked for; undefined when nothing is missing. */
  waiting: readonly Piece[] | undefined
}

export interface Piece {
  att: number
  off: number
  t: string
}

/** What the view cannot know by itself and wants to be brought. */
export type Ask = { kind: 'log'; after: number } | { kind: 'text'; eventId: string } | { kind: 'session' }

export interface Step {
  view: SessionView
  asks: readonly Ask[]
}

export const emptyView: SessionView = {
  seq: null,
  session: null,
  rows: [],
  queue: [],
  older: undefined,
  texts: new Map(),
  redacted: new Set(),
  isCatchingUp: false,
}

export function stay(view: SessionView): Step {
  return { view, asks: [] }
}

export function findRow(rows: readonly EventJson[], place: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.place ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Puts the row at its place, instead of the one that stands there if there is one. */
export function placeRow(rows: readonly EventJson[], row: EventJson): readonly EventJson[] {
  const index = findRow(rows, row.place)
  if (index === rows.length) return [...rows, row]
  return rows.toSpliced(index, rows[index]?.place === row.place ? 1 : 0, row)
}

export function changeRow(
  rows: readonly EventJson[],
  isIt: (row: EventJson) => boolean,
  change: (row: EventJson) => EventJson,
): readonly EventJson[] {
  const index = rows.findLastIndex(isIt)
  const row = rows[index]
  return row === undefined ? rows : rows.with(index, change(row))
}

/** Without its content; who and when stay. */
export function emptied(row: EventJson): EventJson {
  const { truncated: _, ...rest } = row
  return { ...rest, redacted: true, payload: {} }
}

/** A text that was only begun stands in the timeline as what it will be. */
export function asRow(event: EventJson): EventJson {
  if (event.kind !== 'text.started') return event
  const kind = event.payload.kind === 'reasoning' ? 'reasoning' : 'message.agent'
  return { ...event, kind, payload: { ...event.payload, text: '', state: 'streaming' } }
}

export function isLogOnly(kind: string): boolean {
  return logOnlyKinds.some((known) => known === kind)
}
