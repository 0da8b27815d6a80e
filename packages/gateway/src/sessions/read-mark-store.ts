// SQL of how far people have read, and of the log of what concerns one person.

import type { PersonId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
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

/** How far these have read in it; `people` is a list in JSON. */
export const selectMarksOf = compileOnce<
  { sessionId: SessionId; people: string },
  Pick<ReadMarkRow, 'person_id' | 'seq'>
>((place) =>
  db
    .selectFrom('read_marks')
    .select(['person_id', 'seq'])
    .where('person_id', 'in', sql<PersonId>`(select value from json_each(${place('people')}))`)
    .where('session_id', '=', place('sessionId')),
)

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

/** The next number of the log of each of these, a list in JSON: by one statement, however many they are. */
export const takePersonSeqs = compileOnce<{ people: string }, { person_id: PersonId; seq: number }>((place) =>
  db
    .insertInto('person_logs')
    .columns(['person_id', 'seq'])
    // Without a condition SQLite would take `on conflict` for that of a join.
    .expression(
      () =>
        sql<{
          person_id: PersonId
          seq: number
        }>`select value, 1 from json_each(${place('people')}) where true`,
    )
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((e) => ({ seq: e('person_logs.seq', '+', 1) })),
    )
    .returning(['person_id', 'seq']),
)

export const selectPersonSeq = compileOnce<{ personId: PersonId }, { seq: number }>((place) =>
  db.selectFrom('person_logs').select('seq').where('person_id', '=', place('personId')),
)

const personEventColumns = ['person_id', 'seq', 'id', 'kind', 'payload', 'created_at'] as const

/** `rows` is a list of them in JSON. */
export const insertPersonEvents = compileOnce<{ rows: string }, unknown>((place) => {
  const values = personEventColumns.map((column) => sql`value ->> ${sql.lit(column)}`)
  return db
    .insertInto('person_events')
    .columns(personEventColumns)
    .expression(() => sql<PersonEventRow>`select ${sql.join(values)} from json_each(${place('rows')})`)
})

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
