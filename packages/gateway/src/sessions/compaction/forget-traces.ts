// What else may say what an entry said, once that is redacted: every summary that goes as far, each that builds on one of
// those, their copies in forks, and what the entry's step left for its provider. Agents then read what was summed up
// itself again, as far as it is left, until it is put into fewer words anew.

import type { EventActor, SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { emptyEvent } from '../event-store.ts'
import { append, payloadOf } from '../log.ts'
import { readCopies } from '../read-copies.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { EventRow } from '../sessions-tables.ts'
import { deleteTurnStep, selectPastState } from '../turns/context-store.ts'
import {
  moveCompaction,
  selectCompactionBefore,
  selectCompactionsAfter,
  selectCompactionsOver,
} from './compaction-store.ts'

/** As many copies go in one transaction; the rest follows by durable work. */
const copiesAtOnce = 50

/** `row` as it was before it was emptied. */
export async function forgetTraces(deps: RoomDeps, t: Tx, row: EventRow, by: EventActor): Promise<void> {
  const step = Number(payloadOf(row)['step'])
  if (row.turn_id !== null && Number.isInteger(step)) {
    await t.run(deleteTurnStep({ turnId: row.turn_id, step }))
  }
  const place = { sessionId: row.session_id, seq: row.seq }
  const isSummary = row.kind === 'compaction'
  const summaries = await t.all(isSummary ? selectCompactionsAfter(place) : selectCompactionsOver(place))
  for (const summary of summaries) await emptySummary(deps, t, summary, by)
  if (isSummary || summaries.length > 0) await goBack(t, row.session_id)
}

async function emptySummary(deps: RoomDeps, t: Tx, summary: EventRow, by: EventActor): Promise<void> {
  const copies = await readCopies(t, summary, copiesAtOnce + 1)
  await emptyOne(deps, t, summary, by, copies.length > copiesAtOnce)
  for (const copy of copies.slice(0, copiesAtOnce)) {
    if (copy.id === summary.id) continue
    await emptyOne(deps, t, copy, by, false)
    await forgetTraces(deps, t, copy, by)
  }
}

async function emptyOne(
  deps: RoomDeps,
  t: Tx,
  summary: EventRow,
  by: EventActor,
  hasCopies: boolean,
): Promise<void> {
  const { session_id: sessionId, id: eventId, seq } = summary
  const { fromEventId, throughEventId, fromSeq, throughSeq, turns } = payloadOf(summary)
  const left = { fromEventId, throughEventId, fromSeq, throughSeq, turns }
  await emptyEvent(t, sessionId, seq, JSON.stringify(left))
  const payload = { targetId: eventId, targetSeq: seq, by: by.name }
  await append(deps, t, sessionId, [{ kind: 'event.redacted', actor: by, payload, isRow: false }])
  await deps.facts.tell(t, 'event_redacted', { sessionId, eventId, ...(hasCopies && { hasCopies }) })
}

/** To the newest summary that is left; to none if that is none. */
async function goBack(t: Tx, sessionId: SessionId): Promise<void> {
  const state = await t.one(selectPastState({ sessionId }))
  if (state === undefined || state.compaction_seq === 0) return
  const { compaction_seq: fromSeq } = state
  const summary = await t.one(selectCompactionBefore({ sessionId, before: fromSeq + 1 }))
  const seq = summary?.seq ?? 0
  if (seq === fromSeq) return
  // The edge: this room wrote it.
  const throughSeq = summary ? Number(payloadOf(summary)['throughSeq']) : 0
  await t.run(moveCompaction({ id: sessionId, fromSeq, seq, throughSeq }))
}
