// SQL of what the results of tools repeat, so that redacting reaches them.

import type { EventId } from '@heddle/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { eventColumns } from './event-store.ts'
import { type EventRow, queries as db } from './sessions-tables.ts'

/** `quoted`: entries, or sessions and runs as a list shows them, with a title, a label, a last line. */
export async function insertQuotes(t: Tx, quotingId: EventId, quoted: readonly string[]): Promise<void> {
  const rows = [...new Set(quoted)].map((id) => ({ quoted_id: id, quoting_id: quotingId }))
  await t.run(db.insertInto('event_quotes').values(rows))
}

/** Those that are not redacted yet. */
export function selectQuoting(r: Reader, quoted: readonly string[], limit: number): Promise<EventRow[]> {
  return r.all(
    db
      .selectFrom('session_events')
      .select(eventColumns)
      .where('redacted_at', 'is', null)
      .where('id', 'in', db.selectFrom('event_quotes').select('quoting_id').where('quoted_id', 'in', quoted))
      .limit(limit),
  )
}

/** Of these entries one that was redacted, if there is one. */
export function selectRedactedAmong(
  r: Reader,
  ids: readonly string[],
): Promise<Pick<EventRow, 'id' | 'session_id'> | undefined> {
  return r.one(
    db
      .selectFrom('session_events')
      .select(['id', 'session_id'])
      .where('id', 'in', sql<EventId>`(select value from json_each(${JSON.stringify(ids)}))`)
      .where('redacted_at', 'is not', null)
      .limit(1),
  )
}
