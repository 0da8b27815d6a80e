// Reads the past of a session as far as a model can be told of it: from the end back to what stands in fewer words, and
// never much more than fits; afterwards only what came since.

import type { EventId, EventKind, SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { takenBy } from '../choose-fork.ts'
import { selectEventAt, selectEventById } from '../event-store.ts'
import type { EventRow, TurnRow } from '../sessions-tables.ts'
import { createPieceList, type PieceList, type SaidPiece, saidPiece } from './context-pieces.ts'
import {
  selectPastState,
  selectTakings,
  selectToldAfter,
  selectToldBefore,
  selectToldOutlineBefore,
} from './context-store.ts'
import { type Summary, readSummary } from './past-summary.ts'

export interface BuiltContext {
  list: PieceList
  /** What came before the pieces, in fewer words. */
  summary: Summary | undefined
  /** What the running turn was asked before that: it is told word for word as long as the turn runs. */
  asked: readonly SaidPiece[]
  /** Everything up to there is in it. */
  readThroughSeq: number
  /** How much was read of what was said, and of what tools put out. */
  bytes: number
  outputBytes: number
}

export interface ContextPlace {
  sessionId: SessionId
  turn: Pick<TurnRow, 'id' | 'started_seq'> | null
  /** Further back than this is not looked. */
  bytesMax: number
  outputBytesMax: number
}

const pageRows = 200

export async function buildContext(r: Reader, place: ContextPlace): Promise<BuiltContext> {
  const { sessionId } = place
  const state = await r.one(selectPastState({ sessionId }))
  const summary = await readSummary(r, sessionId, state)
  // What the log gains meanwhile is read with what comes next: it may say that what was just read is another now.
  const readThroughSeq = state?.seq ?? 0
  const past = await readBack(r, place, { after: summary?.throughSeq ?? 0, before: readThroughSeq + 1 })
  const { rows, messages, bytes, outputBytes } = past
  const list = createPieceList(place.outputBytesMax)
  for (const row of rows) list.add(row, await readTaken(r, row, messages))
  const asked = await readAsked(r, place, summary)
  return { list, summary, asked, readThroughSeq, bytes, outputBytes }
}

/** Of the past that a turn before was told: what it was asked is another now. False if it has to be built anew. */
export async function goOnWithContext(r: Reader, place: ContextPlace, built: BuiltContext): Promise<boolean> {
  if (!(await extendContext(r, place.sessionId, built)) || !isWhole(built, place.bytesMax)) return false
  built.asked = await readAsked(r, place, built.summary)
  return true
}

/** Whether everything was read that a model can be told of the past, and nothing left out for its size. */
export function isWhole({ bytes, outputBytes }: BuiltContext, bytesMax: number): boolean {
  return bytes <= bytesMax && outputBytes <= bytesMax
}

/** False if the past itself is another now, so that it has to be built anew. */
export async function extendContext(r: Reader, sessionId: SessionId, built: BuiltContext): Promise<boolean> {
  for (;;) {
    const rows = await r.all(selectToldAfter({ sessionId, after: built.readThroughSeq, limit: pageRows }))
    if (rows.some(({ kind }) => pastChanges.has(kind))) return false
    for (const row of rows) {
      const told =
        row.target_seq === null ? row : await r.one(selectEventAt({ sessionId, seq: row.target_seq }))
      // A text stands where it was begun; something else came while it was written.
      if (told && told.seq < (built.list.pieces.at(-1)?.lastSeq ?? 0)) return false
      if (told) {
        built.list.add(told, await readTaken(r, told))
        if (told.kind === 'tool.result') built.outputBytes += told.payload.length
        else built.bytes += told.payload.length
      }
      built.readThroughSeq = row.seq
    }
    if (rows.length < pageRows) return true
  }
}

/** Entries after which what was said before is not what it was. */
const pastChanges: ReadonlySet<EventKind> = new Set(['event.redacted', 'compaction', 'message.edited'])

interface ReadBack {
  /** Oldest first, without messages. */
  rows: EventRow[]
  messages: ReadonlyMap<EventId, EventRow>
  bytes: number
  outputBytes: number
}

async function readBack(
  r: Reader,
  place: ContextPlace,
  { after, before: end }: { after: number; before: number },
): Promise<ReadBack> {
  const { sessionId, turn, bytesMax } = place
  const rows: EventRow[] = []
  const messages = new Map<EventId, EventRow>()
  let before = end
  let bytes = 0
  let outputBytes = 0
  for (;;) {
    // Older outputs than would fill the window several times are dropped anyway.
    const select = outputBytes > bytesMax ? selectToldOutlineBefore : selectToldBefore
    const page = await r.all(select({ sessionId, after, before, limit: pageRows }))
    for (const row of page) {
      if (row.kind === 'tool.result') outputBytes += row.payload.length
      else bytes += row.payload.length
      // The running turn is told from its beginning, whatever its size.
      if (bytes > bytesMax && row.seq < (turn?.started_seq ?? Number.MAX_SAFE_INTEGER)) {
        return { rows: fromTaking(rows.reverse()), messages, bytes, outputBytes }
      }
      if (row.kind === 'message.user') messages.set(row.id, row)
      else rows.push(row)
    }
    const last = page.at(-1)
    if (page.length < pageRows || last === undefined) {
      return { rows: rows.reverse(), messages, bytes, outputBytes }
    }
    before = last.seq
  }
}

/** What stood before the oldest entry that was read may have been half of a turn. */
function fromTaking(rows: EventRow[]): EventRow[] {
  const first = rows.findIndex((row) => takenBy(row).length > 0)
  return first <= 0 ? rows : rows.slice(first)
}

/** Most stand among those that were read; one that waited long may be older than they are. */
async function readTaken(
  r: Reader,
  row: EventRow,
  known: ReadonlyMap<EventId, EventRow> = new Map(),
): Promise<EventRow[]> {
  const messages: EventRow[] = []
  for (const id of takenBy(row)) {
    const message = known.get(id) ?? (await r.one(selectEventById({ id })))
    if (message) messages.push(message)
  }
  return messages
}

/** So many times somebody may have steered a turn before its beginning was put into fewer words. */
const takingsMax = 20

async function readAsked(
  r: Reader,
  { sessionId, turn }: ContextPlace,
  summary: Summary | undefined,
): Promise<SaidPiece[]> {
  if (turn === null || summary === undefined || turn.started_seq > summary.throughSeq) return []
  const range = { from: turn.started_seq, through: summary.throughSeq, limit: takingsMax }
  const takings = await r.all(selectTakings({ sessionId, turnId: turn.id, ...range }))
  const asked: SaidPiece[] = []
  for (const taking of takings.reverse()) {
    for (const message of await readTaken(r, taking)) asked.push(saidPiece(taking, message))
  }
  return asked
}
