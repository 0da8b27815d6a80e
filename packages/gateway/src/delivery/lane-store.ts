// SQL of how far each place has been written to, and of accounts that pause.

import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type AccountRow, queries as db } from './delivery-tables.ts'

const selectLane = compileOnce<{ destination: string }, { last_platform_id: string | null }>((given) =>
  db.selectFrom('delivery_lanes').select('last_platform_id').where('destination', '=', given('destination')),
)

export async function lastSentIn(r: Reader, destination: string): Promise<string | null> {
  return (await r.one(selectLane({ destination })))?.last_platform_id ?? null
}

const upsertLane = compileOnce<{ destination: string; platformId: string; now: number }, unknown>((given) =>
  db
    .insertInto('delivery_lanes')
    .values({
      destination: given('destination'),
      last_platform_id: given('platformId'),
      updated_at: given('now'),
    })
    .onConflict((conflict) =>
      conflict.column('destination').doUpdateSet((row) => ({
        last_platform_id: row.ref('excluded.last_platform_id'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    ),
)

export async function noteLastSent(t: Tx, destination: string, platformId: string): Promise<void> {
  await t.run(upsertLane({ destination, platformId, now: t.now }))
}

export async function deleteLanesBefore(t: Tx, before: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('delivery_lanes')
    .select('destination')
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
  return t.run(db.deleteFrom('delivery_lanes').where('destination', 'in', old))
}

export const selectAccount = compileOnce<{ channel: string; accountId: string }, AccountRow>((given) =>
  db
    .selectFrom('delivery_accounts')
    .selectAll()
    .where('channel', '=', given('channel'))
    .where('account_id', '=', given('accountId')),
)

const upsertAccount = compileOnce<AccountRow, unknown>((row) =>
  db
    .insertInto('delivery_accounts')
    .values({
      channel: row('channel'),
      account_id: row('account_id'),
      paused_until: row('paused_until'),
      paused_why: row('paused_why'),
      resumed_at: row('resumed_at'),
      window_at: row('window_at'),
      refused: row('refused'),
    })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'account_id']).doUpdateSet((given) => ({
        paused_until: given.ref('excluded.paused_until'),
        paused_why: given.ref('excluded.paused_why'),
        resumed_at: given.ref('excluded.resumed_at'),
        window_at: given.ref('excluded.window_at'),
        refused: given.ref('excluded.refused'),
      })),
    ),
)

export async function writeAccount(t: Tx, row: AccountRow): Promise<void> {
  await t.run(upsertAccount(row))
}
