// SQL of this: who may see a session may see everything below it, and nobody else may: what changes at the top changes in all of its
// sub-agents in the same transaction, by as many statements however many they are.

import type { PersonId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { queries as db, type SessionRow } from './sessions-tables.ts'

/** Those below a session at the top, ended and archived ones too. */
export async function readAllBelow(r: Reader, rootId: SessionId): Promise<SessionId[]> {
  const rows = await r.all(allBelow(rootId))
  return rows.map(({ session_id: id }) => id)
}

/** The next number of each of their logs, but for what is archived: nobody looks at that for news. */
export function takeSeqsBelow(t: Tx, rootId: SessionId): Promise<Pick<SessionRow, 'id' | 'seq'>[]> {
  return t.all(
    db
      .updateTable('sessions')
      .set((e) => ({ seq: e('seq', '+', 1), is_behind: 1 }))
      .where('id', 'in', allBelow(rootId))
      .where('state', '!=', 'archived')
      .returning(['id', 'seq']),
  )
}

export async function spreadVisibility(
  t: Tx,
  rootId: SessionId,
  visibility: SessionRow['visibility'],
): Promise<void> {
  await t.run(
    db
      .updateTable('sessions')
      .set((e) => ({
        visibility,
        version: e('version', '+', 1),
        updated_at: t.now,
        search_from: 1,
        is_behind: 1,
      }))
      .where('id', 'in', allBelow(rootId)),
  )
  if (visibility === 'team') return
  const listed = db.selectFrom('session_participants').select('person_id').where('session_id', '=', rootId)
  await t.run(
    db
      .deleteFrom('session_attendance')
      .where('session_id', 'in', allBelow(rootId))
      .where('person_id', 'not in', listed),
  )
}

export async function spreadParticipants(
  t: Tx,
  rootId: SessionId,
  { added, removed }: { added: readonly PersonId[]; removed: readonly PersonId[] },
): Promise<void> {
  for (const personId of added) await addBelow(t, rootId, personId)
  for (const table of removed.length === 0 ? [] : (['session_participants', 'session_attendance'] as const)) {
    await t.run(
      db
        .deleteFrom(table)
        .where('session_id', 'in', allBelow(rootId))
        .where('person_id', 'in', sql<PersonId>`(select value from json_each(${JSON.stringify(removed)}))`),
    )
  }
  await t.run(
    db
      .updateTable('sessions')
      .set((e) => ({ version: e('version', '+', 1), updated_at: t.now, search_from: 1, is_behind: 1 }))
      .where('id', 'in', allBelow(rootId)),
  )
}

async function addBelow(t: Tx, rootId: SessionId, personId: PersonId): Promise<void> {
  await t.run(
    db
      .insertInto('session_participants')
      .columns(['session_id', 'person_id', 'active_at', 'is_below'])
      .expression(
        db
          .selectFrom('runs')
          .innerJoin('sessions', 'sessions.id', 'runs.session_id')
          .select([
            'sessions.id',
            sql<PersonId>`${personId}`.as('person_id'),
            'sessions.active_at',
            sql.lit<1>(1).as('is_below'),
          ])
          .where('runs.root_id', '=', rootId),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}

function allBelow(rootId: SessionId) {
  return db.selectFrom('runs').select('session_id').where('root_id', '=', rootId)
}
