// SQL of what is to be bound as soon as its platform thread is there.

import type { BindingId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import type { Reader } from '../../foundation/database/store.ts'
import { queries as db, type WantedFocusRow } from '../routing-tables.ts'

export const insertWantedFocus = compileOnce<WantedFocusRow, unknown>((row) =>
  db.insertInto('wanted_focuses').values({
    id: row('id'),
    session_id: row('session_id'),
    bound_by: row('bound_by'),
    bound_by_name: row('bound_by_name'),
    created_at: row('created_at'),
  }),
)

export const selectWantedFocus = compileOnce<{ id: BindingId }, WantedFocusRow>((given) =>
  db.selectFrom('wanted_focuses').selectAll().where('id', '=', given('id')),
)

/** Of all that there are, which are never many: each is there for some seconds. */
export async function selectWantedOf(r: Reader, sessionIds: readonly SessionId[]): Promise<WantedFocusRow[]> {
  const listed = sql<SessionId>`(select value from json_each(${JSON.stringify(sessionIds)}))`
  return r.all(db.selectFrom('wanted_focuses').selectAll().where('session_id', 'in', listed).orderBy('id'))
}

export const deleteWantedFocus = compileOnce<{ id: BindingId }, unknown>((given) =>
  db.deleteFrom('wanted_focuses').where('id', '=', given('id')),
)
