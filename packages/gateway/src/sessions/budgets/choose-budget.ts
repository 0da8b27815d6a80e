// How a budget stands: what was used of it against what the configuration allows and what was added by hand. Pure.

import { type BudgetScope, budgetScopes } from '@heddle/contract'
import type { WorkRules } from '../work-rules.ts'

/** Money is counted in millionths, as it is everywhere inside. */
export const budgetUnits = ['tokens', 'micros'] as const
export type BudgetUnit = (typeof budgetUnits)[number]

export type Amounts = Readonly<Record<BudgetUnit, number>>

/** What is known of one scope. */
export interface BudgetUse {
  used: Amounts
  /** By hand, to the limit. */
  added: Amounts
  /** The limit about which people were told that most of it is used; null if they were not. */
  told: Readonly<Record<BudgetUnit, number | null>>
}

/** Of those scopes alone that there is something to know about. */
export type BudgetUses = Readonly<Partial<Record<BudgetScope, BudgetUse>>>

/** One limit that is in force. */
export interface BudgetLine {
  scope: BudgetScope
  unit: BudgetUnit
  used: number
  max: number
  isTold: boolean
}

export type BudgetVerdict =
  | { kind: 'ok' }
  /** Most of these is used, and nobody was told. */
  | { kind: 'warn'; lines: BudgetLine[] }
  | { kind: 'exceeded'; line: BudgetLine }

export const warnAtPercent = 80

/** The narrowest that is used up decides: what helps against it is the smallest. */
export function chooseBudget(lines: readonly BudgetLine[]): BudgetVerdict {
  const exceeded = lines.find(({ used, max }) => used >= max)
  if (exceeded) return { kind: 'exceeded', line: exceeded }
  const untold = chooseUntold(lines)
  return untold.length === 0 ? { kind: 'ok' } : { kind: 'warn', lines: untold }
}

/** Those to tell people about, also when a single step went past all of it. */
export function chooseUntold(lines: readonly BudgetLine[]): BudgetLine[] {
  return lines.filter(({ used, max, isTold }) => !isTold && isMostlyUsed(used, max))
}

export function isMostlyUsed(used: number, max: number): boolean {
  return used * 100 >= max * warnAtPercent
}

/** The limits in force, from the narrowest scope to the widest. */
export function budgetLines(uses: BudgetUses, rules: WorkRules): BudgetLine[] {
  return budgetScopes.flatMap((scope) => {
    const use = uses[scope]
    if (use === undefined) return []
    return budgetUnits.flatMap((unit) => {
      const max = maxOf(rules, scope, unit, use.added)
      if (max === null) return []
      return [{ scope, unit, used: use.used[unit], max, isTold: use.told[unit] === max }]
    })
  })
}

/** With what was added; null without a limit, which nothing can be added to. */
export function maxOf(rules: WorkRules, scope: BudgetScope, unit: BudgetUnit, added: Amounts): number | null {
  const { tokens, money } = rules.budgets?.[scope] ?? {}
  const set = unit === 'tokens' ? tokens : money === undefined ? undefined : microsOf(money)
  return set === undefined ? null : set + added[unit]
}

/** At least one: what is too little to count is not nothing. */
export function microsOf(money: number): number {
  return Math.max(1, Math.round(money * 1_000_000))
}
