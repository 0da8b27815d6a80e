// The rows of guests.

import type { Compilable } from '../foundation/database/query.ts'
import { type GuestsTable, queries } from './people-tables.ts'

/** Makes the guest or takes over its newest name; answers with the row as it stands then. */
export function upsertGuest(row: GuestsTable): Compilable<GuestsTable> {
  return queries
    .insertInto('guests')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['channel', 'account_id', 'platform_id']).doUpdateSet({ name: row.name }),
    )
    .returningAll()
}
