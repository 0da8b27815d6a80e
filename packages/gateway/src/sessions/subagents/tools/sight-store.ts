// SQL of what a session may see by its tools.

import type { PersonId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../../foundation/database/query.ts'
import { queries as db } from '../../sessions-tables.ts'

export const selectOneListed = compileOnce<{ id: SessionId }, { person_id: PersonId }>((place) =>
  db
    .selectFrom('session_participants')
    .select('person_id')
    .where('session_id', '=', place('id'))
    .limit(sql.lit(1)),
)

/** Somebody of the one who does not take part in the other. */
export const selectOutsider = compileOnce<{ from: SessionId; other: SessionId }, { person_id: PersonId }>(
  (place) =>
    db
      .selectFrom('session_participants')
      .select('person_id')
      .where('session_id', '=', place('from'))
      .where(
        'person_id',
        'not in',
        db.selectFrom('session_participants').select('person_id').where('session_id', '=', place('other')),
      )
      .limit(sql.lit(1)),
)
