// SQL of who takes part in sessions, and for whom of them the end of a turn waits to be seen.

import type { PersonId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { queries as db } from './sessions-tables.ts'

export const attend = compileOnce<{ id: SessionId; personId: PersonId }, unknown>((place) =>
  db
    .insertInto('session_attendance')
    .values({ session_id: place('id'), person_id: place('personId'), waits_since: null })
    .onConflict((conflict) => conflict.doNothing()),
)

/**
 * A turn ended for all who take part, unless it belongs to the run of a sub-agent: what that comes to is told above.
 */
export const waitForEnd = compileOnce<{ id: SessionId; since: number }, unknown>((place) =>
  db
    .updateTable('session_attendance')
    .set({
      waits_since: sql<number | null>`case when exists (select 1 from runs
        where runs.session_id = session_attendance.session_id and runs.ended_at is null)
        then null else ${place('since')} end`,
    })
    .where('session_id', '=', place('id')),
)

/** Null: there is nothing that they would have to see. */
export const setWaiting = compileOnce<{ id: SessionId; since: number | null }, unknown>((place) =>
  db
    .updateTable('session_attendance')
    .set({ waits_since: place('since') })
    .where('session_id', '=', place('id')),
)

/** It waits for them no longer than its own last turn does that they have not seen the end of. */
export const waitForUnread = compileOnce<{ id: SessionId }, unknown>((place) =>
  db
    .updateTable('session_attendance')
    .set({
      waits_since: sql<number | null>`(
        select case when s.turn_id is null and s.state <> 'archived' and s.last_outcome <> 'cancelled'
          and s.ended_seq > coalesce((select m.seq from read_marks as m
            where m.person_id = session_attendance.person_id and m.session_id = s.id), 0)
          then s.active_at end
        from sessions as s where s.id = session_attendance.session_id)`,
    })
    .where('session_id', '=', place('id')),
)

export const noteSeen = compileOnce<{ id: SessionId; personId: PersonId }, unknown>((place) =>
  db
    .updateTable('session_attendance')
    .set({ waits_since: null })
    .where('session_id', '=', place('id'))
    .where('person_id', '=', place('personId')),
)

/** Those of these sessions in which they take part. */
export async function selectAttended(
  r: Reader,
  personId: PersonId,
  ids: readonly SessionId[],
): Promise<ReadonlySet<SessionId>> {
  const rows = await r.all(
    db
      .selectFrom('session_attendance')
      .select('session_id')
      .where('person_id', '=', personId)
      .where('session_id', 'in', sql<SessionId>`(select value from json_each(${JSON.stringify(ids)}))`),
  )
  return new Set(rows.map(({ session_id: id }) => id))
}

/** More than these are not told of it by name. */
const takingPartMax = 500

export async function listTakingPart(r: Reader, id: SessionId): Promise<PersonId[]> {
  const rows = await r.all(selectTakingPart({ id, limit: takingPartMax }))
  return rows.map(({ person_id: personId }) => personId)
}

const selectTakingPart = compileOnce<{ id: SessionId; limit: number }, { person_id: PersonId }>((place) =>
  db
    .selectFrom('session_attendance')
    .select('person_id')
    .distinct()
    .where((is) =>
      is.or([
        is('session_id', '=', place('id')),
        is('session_id', 'in', db.selectFrom('runs').select('root_id').where('session_id', '=', place('id'))),
      ]),
    )
    .limit(place('limit')),
)

export async function leaveSession(t: Tx, id: SessionId, personId: PersonId): Promise<void> {
  await t.run(
    db.deleteFrom('session_attendance').where('session_id', '=', id).where('person_id', '=', personId),
  )
}

/** Once it is private, whoever wrote in it but is not listed has no part in it any more. */
export async function leaveUnlessListed(t: Tx, id: SessionId): Promise<void> {
  const listed = db.selectFrom('session_participants').select('person_id').where('session_id', '=', id)
  await t.run(
    db
      .deleteFrom('session_attendance')
      .where('session_id', '=', id)
      .where((e) => e('person_id', 'not in', listed)),
  )
}
