// SQL of what the results of tools repeat, and messages of people quote, so that redacting reaches them.

import type { EventId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { eventColumns } from './event-store.ts'
import { type EventRow, queries as db } from './sessions-tables.ts'

/**
 * `quoted`: entries, sessions and runs as a list shows them, with a title, a label, a last line; deliveries; or, by the name
 * that it has outside, what is no entry yet.
 */
export async function insertQuotes(t: Tx, quotingId: EventId, quoted: readonly string[]): Promise<void> {
  const rows = [...new Set(quoted)].map((id) => ({ quoted_id: id, quoting_id: quotingId }))
  if (rows.length > 0) await t.run(db.insertInto('event_quotes').values(rows))
}

export const deleteQuote = compileOnce<{ quotedId: string; quotingId: EventId }, unknown>((given) =>
  db
    .deleteFrom('event_quotes')
    .where('quoted_id', '=', given('quotedId'))
    .where('quoting_id', '=', given('quotingId')),
)

/** What was quoted before it was an entry here. */
export const renameQuoted = compileOnce<{ name: string; eventId: EventId }, unknown>((given) =>
  db
    .updateTable('event_quotes')
    .set({ quoted_id: given('eventId') })
    .where('quoted_id', '=', given('name')),
)

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

/** Of these, a list of `{ eventId, before }` in JSON, those that an entry from before then repeats, which still stands. */
export const selectQuotedBefore = compileOnce<{ asked: string }, { eventId: EventId }>((given) => ({
  compile: () =>
    sql<{ eventId: EventId }>`
      select distinct asked.value ->> 'eventId' as eventId
      from json_each(${given('asked')}) as asked
      join event_quotes on event_quotes.quoted_id = asked.value ->> 'eventId'
      join session_events on session_events.id = event_quotes.quoting_id
      where session_events.redacted_at is null and session_events.created_at < asked.value ->> 'before'`.compile(
      db,
    ),
}))

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
