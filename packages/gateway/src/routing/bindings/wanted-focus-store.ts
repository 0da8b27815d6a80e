// SQL of what is to be bound as soon as its platform thread is there.

import type { BindingId } from '@heddle/contract'
import { compileOnce } from '../../foundation/database/query.ts'
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

export const deleteWantedFocus = compileOnce<{ id: BindingId }, unknown>((given) =>
  db.deleteFrom('wanted_focuses').where('id', '=', given('id')),
)
