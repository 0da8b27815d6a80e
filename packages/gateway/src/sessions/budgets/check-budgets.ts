// Asked before a model is: whether a budget is used up. What several turns have under way at the same moment is counted
// when each step is on record, so together they can go past a limit by what they had in flight, and by no more.

import type { BudgetScope } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { Spender } from './budget-places.ts'
import { budgetLines, chooseBudget } from './choose-budget.ts'
import { readBudgetUses } from './read-budget-uses.ts'
import { tellExceeded } from './tell-budget.ts'

export interface BudgetEnd {
  kind: 'failed'
  reason: 'budget_exceeded'
  /** Which one, how much, and who can raise it. */
  message: string
  budget: BudgetScope
}

/** Undefined while every budget has something left. */
export async function checkBudgets(
  deps: Pick<RoomDeps, 'rules' | 'store'>,
  r: Reader,
  spender: Spender,
): Promise<BudgetEnd | undefined> {
  const rules = deps.rules()
  const uses = await readBudgetUses(r, spender, rules, deps.store.now())
  const verdict = chooseBudget(budgetLines(uses, rules))
  if (verdict.kind !== 'exceeded') return undefined
  const { line } = verdict
  const message = tellExceeded(line, spender.session)
  return { kind: 'failed', reason: 'budget_exceeded', message, budget: line.scope }
}
