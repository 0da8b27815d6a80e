// The past of a session as a fork looks at it: where it ends, its newest part by number and size, and of that only what
// must be looked into. The texts of agents and tools stay where they are.

import { limits, type SessionId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { openTurnsOf, type Past, type Replaced, takenBy } from './choose-fork.ts'
import {
  type PastOutline,
  type PastRow,
  selectCallIds,
  selectOutlineBefore,
  selectPastPayloads,
  selectTaking,
} from './fork-store.ts'
import { payloadOf } from './log.ts'
import type { EventRow } from './sessions-tables.ts'

/** How much later a message may have been taken than it was written: what ran before it is shorter. */
const takenWithinSeqs = 20_000

/** The end of what stood before a message: where a turn took it, because there the agent heard it, else where it stands. */
export async function findEnd(r: Reader, at: EventRow): Promise<{ before: number; replaced: Replaced }> {
  const { id, seq } = at
  const { mode, cancelled } = payloadOf(at)
  const asked = { sessionId: at.session_id, after: seq, before: seq + takenWithinSeqs, eventId: id }
  const isNeverTaken = mode === 'note' || cancelled !== undefined
  const taking = isNeverTaken ? undefined : await r.one(selectTaking(asked))
  if (!taking) return { before: seq, replaced: { id, seq, takenWith: [] } }
  return { before: taking.seq, replaced: { id, seq, takenWith: takenBy(taking) } }
}

const pageRows = 200

export async function readPast(
  r: Reader,
  sessionId: SessionId,
  before: number,
): Promise<Pick<Past, 'rows' | 'isCut' | 'callIds'>> {
  const { outlines, isCut } = await readOutlines(r, sessionId, before)
  const [first] = outlines
  if (!first) return { rows: [], isCut }
  const range = { sessionId, from: first.seq, before }
  const found = await r.all(selectPastPayloads(range))
  const payloads = new Map(found.map(({ seq, payload }) => [seq, payload]))
  // Filled in and not copied: of hundreds of rows that is felt.
  const rows: PastRow[] = outlines.map((row) =>
    Object.assign(row, { payload: payloads.get(row.seq) ?? '{}' }),
  )
  const openTurns = openTurnsOf(rows)
  const named = openTurns.length === 0 ? [] : await selectCallIds(r, range, openTurns)
  return { rows, isCut, callIds: new Map(named.map(({ seq, call_id }) => [seq, call_id ?? ''])) }
}

/** Oldest first. */
async function readOutlines(
  r: Reader,
  sessionId: SessionId,
  end: number,
): Promise<{ outlines: PastOutline[]; isCut: boolean }> {
  const outlines: PastOutline[] = []
  let bytes = 0
  for (let before = end; ; ) {
    const page = await r.all(selectOutlineBefore({ sessionId, before, limit: pageRows }))
    for (const row of page) {
      bytes += row.bytes
      const isFull = outlines.length === limits.forkEventsMax || bytes > limits.forkBytesMax
      if (isFull && outlines.length > 0) return { outlines: outlines.reverse(), isCut: true }
      outlines.push(row)
    }
    const last = page.at(-1)
    if (page.length < pageRows || last === undefined) return { outlines: outlines.reverse(), isCut: false }
    before = last.seq
  }
}
