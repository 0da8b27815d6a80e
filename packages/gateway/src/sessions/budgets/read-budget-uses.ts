// What was used of the budgets that a spender draws on, as far as the configuration limits them.

import type { BudgetScope } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectTurn } from '../turns/turn-store.ts'
import type { BudgetUseRow, TurnRow } from '../sessions-tables.ts'
import type { WorkRules } from '../work-rules.ts'
import { type BudgetPlaces, findBudgetPlaces, type Spender } from './budget-places.ts'
import { selectBudgetUse } from './budget-store.ts'
import { type Amounts, type BudgetUse, type BudgetUses, maxOf, isMostlyUsed } from './choose-budget.ts'

export function hasBudgets({ budgets = {} }: WorkRules): boolean {
  return Object.values(budgets).some((limit) => limit?.tokens !== undefined || limit?.money !== undefined)
}

export async function readBudgetUses(
  r: Reader,
  spender: Spender,
  rules: WorkRules,
  now: number,
): Promise<BudgetUses> {
  if (!hasBudgets(rules)) return {}
  const places = await findBudgetPlaces(r, spender, now)
  const uses: Partial<Record<BudgetScope, BudgetUse>> = {}
  for (const scope of ['tree', 'member', 'day'] as const) {
    const place = places[scope]
    if (rules.budgets?.[scope] === undefined || place === undefined) continue
    uses[scope] = useOf(await r.one(selectBudgetUse(place)))
  }
  const run = await readRunUse(r, spender, places, rules, nothing)
  return run === undefined ? uses : { ...uses, run }
}

/**
 * Nothing between two turns. A turn adds up for itself, and what people were told of it follows from what it had used before its newest step, which
 * used `step`: before that it was below, or they were told.
 */
export async function readRunUse(
  r: Reader,
  { turnId }: Spender,
  { run }: Pick<BudgetPlaces, 'run'>,
  rules: WorkRules,
  step: Amounts,
): Promise<BudgetUse | undefined> {
  if (rules.budgets?.run === undefined || run === undefined) return undefined
  const turn = turnId === null ? undefined : await r.one(selectTurn({ id: turnId }))
  const { added } = useOf(await r.one(selectBudgetUse(run)))
  const used = turn === undefined ? nothing : spentIn(turn)
  const told = (unit: keyof Amounts) => {
    const max = maxOf(rules, 'run', unit, added)
    return max !== null && isMostlyUsed(used[unit] - step[unit], max) ? max : null
  }
  return { used, added, told: { tokens: told('tokens'), micros: told('micros') } }
}

export function useOf(row: BudgetUseRow | undefined): BudgetUse {
  if (!row) return unused
  return {
    used: { tokens: row.tokens, micros: row.cost_micros },
    added: { tokens: row.added_tokens, micros: row.added_micros },
    told: { tokens: row.warned_tokens, micros: row.warned_micros },
  }
}

function spentIn(turn: TurnRow): Amounts {
  return { tokens: turn.input_tokens + turn.output_tokens, micros: turn.cost_micros ?? 0 }
}

const nothing: Amounts = { tokens: 0, micros: 0 }
const unused: BudgetUse = { used: nothing, added: nothing, told: { tokens: null, micros: null } }
