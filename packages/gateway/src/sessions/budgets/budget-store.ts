// SQL of what was used of budgets: one row for each that something drew on, found by its scope and key.

import type { BudgetScope } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import { type BudgetUseRow, queries as db } from '../sessions-tables.ts'

export interface BudgetPlace {
  scope: BudgetScope
  key: string
}

interface BudgetAmount extends BudgetPlace {
  tokens: number
  micros: number
  now: number
}

export const selectBudgetUse = compileOnce<BudgetPlace, BudgetUseRow>((place) =>
  db
    .selectFrom('budget_uses')
    .selectAll()
    .where('scope', '=', place('scope'))
    .where('key', '=', place('key')),
)

/** Comes back as it is then. */
export const addBudgetUse = compileOnce<BudgetAmount, BudgetUseRow>((place) =>
  db
    .insertInto('budget_uses')
    .values({
      scope: place('scope'),
      key: place('key'),
      tokens: place('tokens'),
      cost_micros: place('micros'),
      added_tokens: 0,
      added_micros: 0,
      warned_tokens: null,
      warned_micros: null,
      uncounted_model: null,
      updated_at: place('now'),
    })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key']).doUpdateSet((e) => ({
        tokens: e('budget_uses.tokens', '+', e.ref('excluded.tokens')),
        cost_micros: e('budget_uses.cost_micros', '+', e.ref('excluded.cost_micros')),
        updated_at: e.ref('excluded.updated_at'),
      })),
    )
    .returningAll(),
)

/** Beyond this nobody means a limit, and sums stay exact. */
const addedMax = 1_000_000_000_000_000

export const raiseBudgetMax = compileOnce<BudgetAmount, unknown>((place) =>
  db
    .insertInto('budget_uses')
    .values({
      scope: place('scope'),
      key: place('key'),
      tokens: 0,
      cost_micros: 0,
      added_tokens: place('tokens'),
      added_micros: place('micros'),
      warned_tokens: null,
      warned_micros: null,
      uncounted_model: null,
      updated_at: place('now'),
    })
    .onConflict((conflict) =>
      conflict.columns(['scope', 'key']).doUpdateSet((e) => ({
        added_tokens: sql`min(${addedMax}, budget_uses.added_tokens + excluded.added_tokens)`,
        added_micros: sql`min(${addedMax}, budget_uses.added_micros + excluded.added_micros)`,
        updated_at: e.ref('excluded.updated_at'),
      })),
    ),
)

/** People were told about these limits. */
export const setBudgetWarned = compileOnce<
  BudgetPlace & { tokens: number | null; micros: number | null },
  unknown
>((place) =>
  db
    .updateTable('budget_uses')
    .set({ warned_tokens: place('tokens'), warned_micros: place('micros') })
    .where('scope', '=', place('scope'))
    .where('key', '=', place('key')),
)

export const setUncountedModel = compileOnce<BudgetPlace & { model: string }, unknown>((place) =>
  db
    .updateTable('budget_uses')
    .set({ uncounted_model: place('model') })
    .where('scope', '=', place('scope'))
    .where('key', '=', place('key')),
)
