// What a fork takes along of a past: whole things only. Pure; the caller reads the past and writes the copy.

import type { EventId, TurnId } from '@heddle/contract'
import { chooseMessageTitle } from './choose-title.ts'
import type { PastRow } from './fork-store.ts'
import { payloadOf } from './log.ts'
import type { EventRow, SessionRow } from './sessions-tables.ts'

export interface Past {
  /** Rows of the timeline and what turns took, oldest first. */
  rows: readonly PastRow[]
  /** Older ones were left out. */
  isCut: boolean
  /** The turn that runs there now. */
  runningTurn: TurnId | null
  /** What calls and results are called, of turns that are not whole. */
  callIds?: ReadonlyMap<number, string>
  /** The message that is said in other words. */
  replaced?: Replaced | undefined
}

export interface Replaced {
  id: EventId
  seq: number
  /** What was taken together with it, in the order in which it was told; empty when no turn took it. */
  takenWith: readonly EventId[]
}

export interface ForkChoice {
  /** To be copied, oldest first. */
  rows: PastRow[]
  /** Messages among them that no turn among them took: the fork's agent hears of them all the same. */
  untaken: EventId[]
}

export function chooseFork({ rows, isCut, runningTurn, callIds, replaced }: Past): ForkChoice {
  const whole = rows.filter(
    ({ completed_seq, turn_id }) => completed_seq !== 0 && (turn_id === null || turn_id !== runningTurn),
  )
  const before = replaced ? withoutReplaced(whole, replaced) : whole
  const paired = withoutHalfCalls(isCut ? fromFirstMessage(before) : before, callIds)
  const taken = new Set(paired.flatMap(takenBy))
  const untaken = paired.filter((row) => waits(row) && !taken.has(row.id)).map(({ id }) => id)
  return { rows: paired, untaken: replaced ? inToldOrder(untaken, replaced.takenWith) : untaken }
}

/** A title that a message gave goes along only with that message: redacting it must reach the title too. */
export function chooseForkTitle(
  source: Pick<SessionRow, 'title' | 'title_from'>,
  rows: readonly PastRow[],
): Pick<SessionRow, 'title' | 'title_from'> {
  const { title, title_from } = source
  if (title_from === 'none') return { title, title_from }
  const gaveIt = (row: PastRow) =>
    row.kind === 'message.user' && row.redacted_at === null && chooseMessageTitle(payloadOf(row)) === title
  if (title_from === 'person' || rows.some(gaveIt)) return { title, title_from }
  return { title: '', title_from: 'none' }
}

/** Which messages it says a turn took. */
export function takenBy(row: Pick<EventRow, 'kind' | 'payload'>): EventId[] {
  if (row.kind !== 'turn.started' && row.kind !== 'message.taken') return []
  // The edge: this room wrote the ids of messages there.
  return (payloadOf(row)['messages'] ?? []) as EventId[]
}

/** The turns of which not both the beginning and the end are there: only in these can half of a call stand. */
export function openTurnsOf(rows: readonly Pick<PastRow, 'kind' | 'turn_id'>[]): TurnId[] {
  const begun = new Set<TurnId>()
  const open = new Set<TurnId>()
  for (const { kind, turn_id } of rows) {
    if (turn_id === null) continue
    if (kind === 'turn.started') begun.add(turn_id)
    open.add(turn_id)
  }
  for (const { kind, turn_id } of rows) {
    const isEnd = kind === 'turn.finished' || kind === 'turn.failed'
    if (turn_id !== null && isEnd && begun.has(turn_id)) open.delete(turn_id)
  }
  return [...open]
}

/** The agent heard messages where they were taken: those that it heard later than this one were said after it. */
function withoutReplaced(rows: readonly PastRow[], { id, seq, takenWith }: Replaced): PastRow[] {
  const place = takenWith.indexOf(id)
  const heardBefore = new Set([...rows.flatMap(takenBy), ...takenWith.slice(0, Math.max(0, place))])
  const heardAfter = new Set(place < 0 ? [id] : takenWith.slice(place))
  return rows.filter((row) => {
    if (row.kind !== 'message.user' || heardBefore.has(row.id)) return true
    return row.seq < seq && !heardAfter.has(row.id)
  })
}

/** What was taken together is told in the order in which it was. */
function inToldOrder(untaken: readonly EventId[], takenWith: readonly EventId[]): EventId[] {
  const together = new Set(takenWith)
  const waiting = new Set(untaken)
  return [...untaken.filter((id) => !together.has(id)), ...takenWith.filter((id) => waiting.has(id))]
}

/** What stood before the cut may have been half of a turn. */
function fromFirstMessage(rows: readonly PastRow[]): readonly PastRow[] {
  const first = rows.findIndex(({ kind }) => kind === 'message.user')
  return first <= 0 ? rows : rows.slice(first)
}

/** A call without its result, and a result without its call, would make no sense to a model. */
function withoutHalfCalls(
  rows: readonly PastRow[],
  callIds: ReadonlyMap<number, string> = new Map(),
): PastRow[] {
  const open = new Map<string, PastRow[]>()
  const halves = new Set<PastRow>()
  // The others have all their results; reading large ones only to see that would cost as much as the copy.
  const openTurns = new Set(openTurnsOf(rows))
  for (const row of rows) {
    if (row.kind !== 'tool.call' && row.kind !== 'tool.result') continue
    if (row.turn_id !== null && !openTurns.has(row.turn_id)) continue
    const name = `${row.turn_id} ${callIds.get(row.seq) ?? ''}`
    const calls = open.get(name) ?? []
    open.set(name, calls)
    // By position, because a model may give two calls of one answer the same id.
    if (row.kind === 'tool.call') calls.push(row)
    else if (calls.shift() === undefined) halves.add(row)
  }
  for (const call of [...open.values()].flat()) halves.add(call)
  return withoutLostCards(rows.filter((row) => !halves.has(row)))
}

/** Nobody decides on a call that is not there. */
function withoutLostCards(rows: readonly PastRow[]): PastRow[] {
  const there = new Set<string | null>()
  return rows.filter((row) => {
    const isOfCard = row.kind === 'approval.asked' || row.kind === 'approval.decided'
    if (isOfCard && !there.has(row.caused_by)) return false
    there.add(row.id)
    return true
  })
}

function waits(row: PastRow): boolean {
  if (row.kind !== 'message.user' || row.redacted_at !== null) return false
  const { mode, cancelled } = payloadOf(row)
  return mode !== 'note' && cancelled == null
}
