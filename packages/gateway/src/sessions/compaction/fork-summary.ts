// The summary that goes along with a fork: the one that was in force where it was forked. What was summed up and goes
// along too keeps its place on the timeline; a fork from inside of it reads what was said itself.

import type { EventId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Copy, PastRow } from '../fork-store.ts'
import { payloadOf } from '../log.ts'
import type { SessionRow } from '../sessions-tables.ts'
import { selectCompactionBefore } from './compaction-store.ts'

/** None of the turn that runs there: it may tell of that. */
export async function findForkedSummary(
  r: Reader,
  source: Pick<SessionRow, 'id' | 'turn_id'>,
  end: number,
): Promise<PastRow | undefined> {
  for (let before = end; ; ) {
    const row = await r.one(selectCompactionBefore({ sessionId: source.id, before }))
    if (row === undefined || row.turn_id === null || row.turn_id !== source.turn_id) return row
    before = row.seq
  }
}

/** It may stand further back than the fork reaches. */
export function withSummary(rows: readonly PastRow[], summary: PastRow | undefined): PastRow[] {
  const isMissing = summary !== undefined && !rows.some(({ id }) => id === summary.id)
  return isMissing ? [summary, ...rows] : [...rows]
}

/** Where it stands in the fork, and how far it goes there. */
export function forkedPast(
  copies: readonly Copy[],
  summary: PastRow | undefined,
): Pick<SessionRow, 'compaction_seq' | 'compacted_through_seq'> {
  const copy = copies.find(({ from }) => from.id === summary?.id)
  if (copy === undefined) return { compaction_seq: 0, compacted_through_seq: 0 }
  const throughSeq = Number(payloadOf({ payload: copy.payload ?? '{}' })['throughSeq'] ?? 0)
  return { compaction_seq: copy.seq, compacted_through_seq: throughSeq }
}

/** What it cites are the copies; what did not come along it cites by itself. */
export function copySummary(
  row: PastRow,
  ids: ReadonlyMap<string, EventId>,
  copies: readonly Copy[],
  id: EventId,
): string {
  const payload = payloadOf(row)
  const through = copies.findLast(({ from }) => from.seq <= Number(payload['throughSeq']))
  const first = copies.find(({ from }) => from.seq >= Number(payload['fromSeq']))
  return JSON.stringify({
    ...payload,
    fromEventId: ids.get(String(payload['fromEventId'])) ?? first?.id ?? id,
    throughEventId: ids.get(String(payload['throughEventId'])) ?? through?.id ?? id,
    fromSeq: first?.seq ?? 0,
    throughSeq: through?.seq ?? 0,
  })
}
