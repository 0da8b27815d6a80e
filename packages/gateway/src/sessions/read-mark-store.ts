// SQL of how far people have read, and of the log of what concerns one person.

import type { PersonId, SessionId } from '@heddle/contract'
import { compileOnce } from '../foundation/database/query.ts'
import { type PersonEventRow, queries as db, type ReadMarkRow } from './sessions-tables.ts'

export const selectReadMark = compileOnce<{ personId: PersonId; sessionId: SessionId }, { seq: number }>(
  (place) =>
    db
      .selectFrom('read_marks')
      .select('seq')
      .where('person_id', '=', place('personId'))
      .where('session_id', '=', place('sessionId')),
)

export const selectReadMarks = compileOnce<
  { personId: PersonId; limit: number },
  { session_id: SessionId; seq: number }
>((place) =>
  db
    .selectFrom('read_marks')
    .select(['session_id', 'seq'])
    .where('person_id', '=', place('personId'))
    .orderBy('session_id', 'desc')
    .limit(place('limit')),
)

/** How far they have read in each of these; their number is that of a page. */
export function selectMarksIn(personId: PersonId, ids: readonly SessionId[]) {
  return db
    .selectFrom('read_marks')
    .select(['session_id', 'seq'])
    .where('person_id', '=', personId)
    .where('session_id', 'in', ids)
}

export const putReadMark = compileOnce<ReadMarkRow, unknown>((place) =>
  db
    .insertInto('read_marks')
    .values({
      person_id: place('person_id'),
      session_id: place('session_id'),
      seq: place('seq'),
      updated_at: place('updated_at'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'session_id'])
        .doUpdateSet({ seq: place('seq'), updated_at: place('updated_at') }),
    ),
)

export const takePersonSeq = compileOnce<{ personId: PersonId }, { seq: number }>((place) =>
  db
    .insertInto('person_logs')
    .values({ person_id: place('personId'), seq: 1 })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((e) => ({ seq: e('person_logs.seq', '+', 1) })),
    )
    .returning('seq'),
)

export const selectPersonSeq = compileOnce<{ personId: PersonId }, { seq: number }>((place) =>
  db.selectFrom('person_logs').select('seq').where('person_id', '=', place('personId')),
)

export const insertPersonEvent = compileOnce<PersonEventRow, unknown>((place) =>
  db.insertInto('person_events').values({
    person_id: place('person_id'),
    seq: place('seq'),
    id: place('id'),
    kind: place('kind'),
    payload: place('payload'),
    created_at: place('created_at'),
  }),
)

export const selectPersonLog = compileOnce<
  { personId: PersonId; after: number; limit: number },
  PersonEventRow
>((place) =>
  db
    .selectFrom('person_events')
    .selectAll()
    .where('person_id', '=', place('personId'))
    .where('seq', '>', place('after'))
    .orderBy('seq')
    .limit(place('limit')),
)
