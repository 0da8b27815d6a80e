// SQL of the past in fewer words: how far it goes, where it stands, and whether somebody asked for it.

import type { PersonId, SessionId, TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce, queriesOver } from '../../foundation/database/query.ts'
import type { UsageTotals } from '../session-values.ts'
import type { EventRow, SessionRow, TurnRow } from '../sessions-tables.ts'
import { eventColumns } from '../event-store.ts'

const db = queriesOver<{
  sessions: SessionRow & { compaction_wish: string | null; compaction_asker: PersonId | null }
  session_events: EventRow
  turns: TurnRow
}>()

export interface AskedCompaction {
  is_compaction_asked: 0 | 1
  compaction_wish: string | null
  compaction_asker: PersonId | null
}

export const selectAsked = compileOnce<{ id: SessionId }, AskedCompaction>((place) =>
  db
    .selectFrom('sessions')
    .select(['is_compaction_asked', 'compaction_wish', 'compaction_asker'])
    .where('id', '=', place('id')),
)

export const setAsked = compileOnce<
  { id: SessionId; isAsked: 0 | 1; wish: string | null; asker: PersonId | null },
  unknown
>((place) =>
  db
    .updateTable('sessions')
    .set({
      is_compaction_asked: place('isAsked'),
      compaction_wish: place('wish'),
      compaction_asker: place('asker'),
    })
    .where('id', '=', place('id')),
)

/** Changes nothing if somebody else was here since it was looked at. */
export const moveCompaction = compileOnce<
  { id: SessionId; fromSeq: number; seq: number; throughSeq: number },
  unknown
>((place) =>
  db
    .updateTable('sessions')
    .set({ compaction_seq: place('seq'), compacted_through_seq: place('throughSeq') })
    .where('id', '=', place('id'))
    .where('compaction_seq', '=', place('fromSeq')),
)

/** The end of a turn after that entry. */
export const selectEndAfter = compileOnce<{ sessionId: SessionId; after: number }, { seq: number }>((place) =>
  db
    .selectFrom('session_events')
    .select('seq')
    .where('session_id', '=', place('sessionId'))
    .where('seq', '>', place('after'))
    .where('kind', 'in', [sql.lit<'turn.finished'>('turn.finished'), sql.lit<'turn.failed'>('turn.failed')])
    .orderBy('seq')
    .limit(sql.lit(1)),
)

/** The result of a call after that entry. */
export const selectResultAfter = compileOnce<{ sessionId: SessionId; after: number }, { seq: number }>(
  (place) =>
    db
      .selectFrom('session_events')
      .select('seq')
      .where('session_id', '=', place('sessionId'))
      .where('seq', '>', place('after'))
      .where('kind', '=', sql.lit<'tool.result'>('tool.result'))
      .orderBy('seq')
      .limit(sql.lit(1)),
)

export const selectRedactionAfter = compileOnce<{ sessionId: SessionId; after: number }, { seq: number }>(
  (place) =>
    db
      .selectFrom('session_events')
      .select('seq')
      .where('session_id', '=', place('sessionId'))
      .where('seq', '>', place('after'))
      .where('kind', '=', sql.lit<'event.redacted'>('event.redacted'))
      .orderBy('seq')
      .limit(sql.lit(1)),
)

/** The newest one before an entry that still says something. */
export const selectCompactionBefore = compileOnce<{ sessionId: SessionId; before: number }, EventRow>(
  (place) => summaries(place('sessionId'), '<', place('before')).orderBy('seq', 'desc').limit(sql.lit(1)),
)

/** Those that may say what an entry said: each that goes as far. */
export const selectCompactionsOver = compileOnce<{ sessionId: SessionId; seq: number }, EventRow>((place) =>
  summaries(place('sessionId'), '>', place('seq'))
    .where(sql<boolean>`payload ->> '$.throughSeq' >= ${place('seq')}`)
    .orderBy('seq'),
)

/** Each builds on the one before. */
export const selectCompactionsAfter = compileOnce<{ sessionId: SessionId; seq: number }, EventRow>((place) =>
  summaries(place('sessionId'), '>', place('seq')).orderBy('seq'),
)

/** By their own index, which SQLite takes only to find where they stand: otherwise it would read the log through. */
function summaries(sessionId: SessionId, side: '<' | '>', seq: number) {
  return db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', sessionId)
    .where('seq', 'in', (e) =>
      e
        .selectFrom('session_events as summary')
        .select('summary.seq')
        .where('summary.session_id', '=', sessionId)
        .where('summary.seq', side, seq)
        .where('summary.kind', '=', sql.lit<'compaction'>('compaction')),
    )
    .where('redacted_at', 'is', null)
}

export const addTurnUsage = compileOnce<
  { id: TurnId; input: number; output: number; cached: number; cost: number | null },
  unknown
>((place) =>
  db
    .updateTable('turns')
    .set((e) => ({
      input_tokens: e('input_tokens', '+', place('input')),
      output_tokens: e('output_tokens', '+', place('output')),
      cached_tokens: e('cached_tokens', '+', place('cached')),
      cost_micros: sql`case when ${place('cost')} is null then cost_micros else coalesce(cost_micros, 0) + ${place('cost')} end`,
    }))
    .where('id', '=', place('id')),
)

export const addSessionUsage = compileOnce<
  { id: SessionId; input: number; output: number; cached: number; cost: number | null; now: number },
  unknown
>((place) =>
  db
    .updateTable('sessions')
    .set((e) => ({
      input_tokens: e('input_tokens', '+', place('input')),
      output_tokens: e('output_tokens', '+', place('output')),
      cached_tokens: e('cached_tokens', '+', place('cached')),
      cost_micros: sql`case when ${place('cost')} is null then cost_micros else coalesce(cost_micros, 0) + ${place('cost')} end`,
      updated_at: place('now'),
    }))
    .where('id', '=', place('id')),
)

export function usageValues(usage: UsageTotals) {
  const { inputTokens: input, outputTokens: output, cachedTokens: cached, costMicros: cost } = usage
  return { input, output, cached, cost }
}
