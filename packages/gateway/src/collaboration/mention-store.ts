// SQL of who was named in what.

import type { EventId, PersonId, TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Tx } from '../foundation/database/store.ts'
import { type MentionRow, queries as db } from './collaboration-tables.ts'

/** Changes nothing for whoever is named there already. */
export const insertMention = compileOnce<MentionRow, unknown>((row) =>
  db
    .insertInto('mentions')
    .values({
      source_event_id: row('source_event_id'),
      person_id: row('person_id'),
      session_id: row('session_id'),
      thread_id: row('thread_id'),
      actor_id: row('actor_id'),
      turn_id: row('turn_id'),
      created_at: row('created_at'),
      answered_at: row('answered_at'),
    })
    .onConflict((conflict) => conflict.columns(['source_event_id', 'person_id']).doNothing()),
)

export const selectMentioned = compileOnce<{ sourceEventId: EventId }, { person_id: PersonId }>((given) =>
  db
    .selectFrom('mentions')
    .select('person_id')
    .where('source_event_id', '=', given('sourceEventId'))
    .orderBy('person_id'),
)

export const selectMentionedInTurn = compileOnce<
  { turnId: TurnId },
  Pick<MentionRow, 'source_event_id' | 'person_id'>
>((given) =>
  db.selectFrom('mentions').select(['source_event_id', 'person_id']).where('turn_id', '=', given('turnId')),
)

/** Those who are no longer named there. */
export async function deleteMentions(
  t: Tx,
  sourceEventId: EventId,
  except: readonly PersonId[],
): Promise<void> {
  const kept = sql<PersonId>`(select value from json_each(${JSON.stringify(except)}))`
  await t.run(
    db.deleteFrom('mentions').where('source_event_id', '=', sourceEventId).where('person_id', 'not in', kept),
  )
}
