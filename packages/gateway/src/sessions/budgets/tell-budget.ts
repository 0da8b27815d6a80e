// Budgets in sentences for people.

import type { BudgetScope } from '@heddle/contract'
import type { SessionRow } from '../sessions-tables.ts'
import type { BudgetLine } from './choose-budget.ts'

const whose: Readonly<Record<BudgetScope, string>> = {
  run: 'a turn',
  tree: 'this session with everything below it',
  member: 'what one member sets off in a day',
  day: 'everyone together in a day',
}

/** As it is read in the session of a sub-agent. */
const whoseBelow: Readonly<Record<BudgetScope, string>> = {
  ...whose,
  run: 'the task of a sub-agent',
  tree: 'the session at the top with everything below it',
}

/** Where something is said about a budget; absent outside of any session. */
export type BudgetReader = Pick<SessionRow, 'parent_id'> | null

function nameOf(scope: BudgetScope, session: BudgetReader): string {
  return (session === null || session.parent_id === null ? whose : whoseBelow)[scope]
}

export function tellExceeded(line: BudgetLine, session: BudgetReader): string {
  const { used, max } = tellAmounts(line)
  const { scope } = line
  const wait = scope === 'member' || scope === 'day' ? ' It is full again at midnight UTC.' : ''
  return `The budget for ${nameOf(scope, session)} is used up: ${used} of ${max}.${wait} An admin can raise it; then try again.`
}

export function tellWarning(line: BudgetLine, session: BudgetReader): string {
  const { used, max } = tellAmounts(line)
  const share = line.used >= line.max ? 'All' : `${Math.floor((line.used * 100) / line.max)} %`
  return `${share} of the budget for ${nameOf(line.scope, session)} is used: ${used} of ${max}.`
}

export function tellRaise(
  scope: BudgetScope,
  more: { tokens: number; micros: number },
  session: BudgetReader,
): string {
  const parts = [
    ...(more.tokens > 0 ? [tellTokens(more.tokens)] : []),
    ...(more.micros > 0 ? [`${tellMoney(more.micros)} in money`] : []),
  ]
  return `The budget for ${nameOf(scope, session)} was raised by ${parts.join(' and ')}.`
}

/** Why a step is not counted as it should be. */
export function tellUncounted(model: string, why: 'no_price' | 'no_usage'): string {
  return why === 'no_price'
    ? `Nobody said what ${model} costs, so the budgets in money do not count it; those in model tokens do. Its price can be set in models.providers.`
    : `${model} does not say how many model tokens it used, so no budget counts it.`
}

export function tellMoney(micros: number): string {
  return (micros / 1_000_000).toFixed(4)
}

function tellAmounts({ unit, used, max }: BudgetLine): { used: string; max: string } {
  return unit === 'tokens'
    ? { used: String(used), max: tellTokens(max) }
    : { used: tellMoney(used), max: `${tellMoney(max)} in the price list's currency` }
}

function tellTokens(count: number): string {
  return count === 1 ? '1 model token' : `${count} model tokens`
}
