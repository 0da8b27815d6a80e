// A stretch of the timeline away from its live end: what one reads after a link to an old moment, or far up. Pages are
// added at both sides and dropped at the far one, so that a page never holds more than a few thousand rows. Pure.

import type { EventJson } from '@heddle/contract'
import { cancelRow, editRow, redactRow } from './change-rows.ts'
import { emptied, placeRow, type SessionView } from './session-view.ts'

export interface Past {
  rows: readonly EventJson[]
  /** Where the page before begins; undefined at the beginning of the session. */
  older: string | undefined
  /** Where the page after begins; undefined when it reaches the end, as it was when it was read. */
  newer: string | undefined
}

export interface RowPage {
  items: readonly EventJson[]
  next?: string | undefined
}

/** Above the first number the far side is cut until the second is left. */
export const heldRowsMax = 3_000
export const keptRows = 2_000
/** What the live end keeps while one reads elsewhere. */
const liveRows = 200

export function aroundPage(before: RowPage, after: RowPage, redacted: ReadonlySet<string>): Past {
  return {
    rows: merge([], [...before.items, ...after.items], redacted),
    older: before.next,
    newer: after.next,
  }
}

export function addOlder(past: Past, page: RowPage, redacted: ReadonlySet<string>): Past {
  return { ...past, rows: merge(past.rows, page.items, redacted), older: page.next }
}

export function addNewer(past: Past, page: RowPage, redacted: ReadonlySet<string>): Past {
  return { ...past, rows: merge(past.rows, page.items, redacted), newer: page.next }
}

/** True when nothing is missing between the stretch and the live end. */
export function reachesLive(past: Past, view: Pick<SessionView, 'rows' | 'older'>): boolean {
  const last = past.rows.at(-1)?.place ?? 0
  const first = view.rows[0]?.place
  return past.newer === undefined || first === undefined || view.older === undefined || last >= first
}

/** The stretch and the live end as one; what the end holds is newer. */
export function joinLive(view: SessionView, past: Past): SessionView {
  const known = new Set(view.rows.map((row) => row.place))
  const first = past.rows.filter((row) => !known.has(row.place))
  return { ...view, rows: first.reduce(placeRow, view.rows), older: past.older }
}

/** Far up in the live view: the end is left to itself, and what is read becomes a stretch of its own. */
export function splitLive(view: SessionView): { view: SessionView; past: Past } {
  const rows = view.rows.slice(0, keptRows)
  return {
    past: { rows, older: view.older, newer: placeText(rows.at(-1)) },
    view: cutFront(view, liveRows),
  }
}

export function cutFront<T extends Pick<Past, 'rows' | 'older'>>(held: T, left: number): T {
  if (held.rows.length <= left) return held
  const rows = held.rows.slice(-left)
  return { ...held, rows, older: placeText(rows[0]) }
}

export function cutBack(past: Past, left: number): Past {
  if (past.rows.length <= left) return past
  const rows = past.rows.slice(0, left)
  return { ...past, rows, newer: placeText(rows.at(-1)) }
}

/** What happens to old rows meanwhile; new ones belong to the live end. */
export function changePast(past: Past, event: EventJson): Past {
  switch (event.kind) {
    case 'event.redacted':
      return { ...past, rows: redactRow(past.rows, event) }
    case 'message.edited':
      return { ...past, rows: editRow(past.rows, event) }
    case 'message.cancelled':
      return { ...past, rows: cancelRow(past.rows, event) }
    default:
      return past
  }
}

function merge(
  rows: readonly EventJson[],
  added: readonly EventJson[],
  redacted: ReadonlySet<string>,
): readonly EventJson[] {
  const known = new Set(rows.map((row) => row.place))
  return added
    .filter((row) => !known.has(row.place))
    .map((row) => (redacted.has(row.eventId) ? emptied(row) : row))
    .reduce(placeRow, rows)
}

function placeText(row: EventJson | undefined): string | undefined {
  return row?.place.toString()
}
