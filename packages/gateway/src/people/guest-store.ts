// The rows of guests.

import { compileOnce } from '../foundation/database/query.ts'
import { type GuestsTable, queries } from './people-tables.ts'

/** Makes the guest or takes over its newest name; answers with the row as it stands then. */
export const upsertGuest = compileOnce<GuestsTable, GuestsTable>((row) =>
  queries
    .insertInto('guests')
    .values({
      id: row('id'),
      channel: row('channel'),
      account_id: row('account_id'),
      platform_id: row('platform_id'),
      name: row('name'),
      person_id: row('person_id'),
      created_at: row('created_at'),
      linked_at: row('linked_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'account_id', 'platform_id']).doUpdateSet({ name: row('name') }),
    )
    .returningAll(),
)
