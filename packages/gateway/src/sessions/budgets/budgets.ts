// The budgets of sessions as others see them.

import type { BudgetScope } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Actor, PersonActor } from '../../people/people.ts'
import type { UsageTotals } from '../session-values.ts'

export interface BudgetVerbs {
  /** What is being used in a session, and what its budgets have left. */
  readSpending(r: Reader, actor: Actor, idOrKey: string): Promise<SessionSpending>
  /** Adds to a budget as it holds in the session, and says how it stands then. */
  raiseBudget(t: Tx, actor: Actor, idOrKey: string, input: RaiseBudget): Promise<BudgetState>
  /** Before a model is asked outside of any session: why that may not be, in a sentence; undefined when it may. */
  checkOwnBudgets(r: Reader, actor: PersonActor): Promise<string | undefined>
  /** What that used counts for their day and everyone's. */
  countOwnSpending(t: Tx, actor: PersonActor, spending: Spending): Promise<void>
}

/** What one answer used, and which model gave it. */
export interface Spending extends UsageTotals {
  model: string
}

export interface SessionSpending {
  /** Of the turn that runs, which its session has not added up yet; null when none does. */
  turn: UsageTotals | null
  /** Those that have a limit, from the narrowest to the widest. */
  budgets: BudgetState[]
}

export interface BudgetState {
  scope: BudgetScope
  usedTokens: number
  usedMicros: number
  /** With what was added by hand; null without a limit. */
  tokensMax: number | null
  microsMax: number | null
}

/** At least one of both. */
export interface RaiseBudget {
  scope: BudgetScope
  tokens?: number | undefined
  /** In the currency of the price list. */
  money?: number | undefined
}
