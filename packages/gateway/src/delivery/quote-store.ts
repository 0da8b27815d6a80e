// SQL of what notices repeat, so that redacting reaches them.

import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Tx } from '../foundation/database/store.ts'
import { type DeliveryRow, queries as db } from './delivery-tables.ts'

export async function insertQuotes(t: Tx, cause: string, quoted: readonly string[]): Promise<void> {
  const rows = [...new Set(quoted)].map((quoted_id) => ({ quoted_id, cause }))
  if (rows.length === 0) return
  await t.run(
    db
      .insertInto('delivery_quotes')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** What is changed may still repeat what it repeated before. */
export const copyQuotes = compileOnce<{ from: string; to: string }, unknown>((given) =>
  db
    .insertInto('delivery_quotes')
    .columns(['quoted_id', 'cause'])
    .expression(
      db
        .selectFrom('delivery_quotes')
        .select(['quoted_id', sql<string>`${given('to')}`.as('cause')])
        .where('cause', '=', given('from')),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

export const selectQuoting = compileOnce<{ quotedId: string }, DeliveryRow>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where(
      'cause',
      'in',
      db.selectFrom('delivery_quotes').select('cause').where('quoted_id', '=', given('quotedId')),
    ),
)

export async function deleteQuotesOf(t: Tx, causes: readonly string[]): Promise<void> {
  if (causes.length > 0) await t.run(db.deleteFrom('delivery_quotes').where('cause', 'in', causes))
}
