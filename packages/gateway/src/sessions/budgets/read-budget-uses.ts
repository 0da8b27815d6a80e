// What was used of the budgets that a spender draws on, as far as the configuration limits them.

import type { BudgetScope, SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectSession } from '../session-store.ts'
import { selectRunOfSession } from '../subagents/run-store.ts'
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
 * A turn adds up for itself, a sub-agent's run in its session and the turn that runs. What people were told of it follows
 * from what was used before the newest step, which used `step`: before that it was below, or they were told.
 */
export async function readRunUse(
  r: Reader,
  { session, turnId }: Spender,
  { run }: Pick<BudgetPlaces, 'run'>,
  rules: WorkRules,
  step: Amounts,
): Promise<BudgetUse | undefined> {
  if (rules.budgets?.run === undefined || run === undefined) return undefined
  const turn = turnId === null ? undefined : await r.one(selectTurn({ id: turnId }))
  const { added } = useOf(await r.one(selectBudgetUse(run)))
  const whole = session === null ? undefined : await readWholeRun(r, session.id)
  const used =
    whole === undefined ? spentIn(turn) : add(whole, turn?.ended_at === null ? spentIn(turn) : nothing)
  const told = (unit: keyof Amounts) => {
    const max = maxOf(rules, 'run', unit, added)
    return max !== null && isMostlyUsed(used[unit] - step[unit], max) ? max : null
  }
  return { used, added, told: { tokens: told('tokens'), micros: told('micros') } }
}

/**
 * What the turns of a sub-agent's task have used that are over. Undefined for a session of people and for what is said to
 * a persistent one after its task: there each turn is a run of its own.
 */
async function readWholeRun(r: Reader, sessionId: SessionId): Promise<Amounts | undefined> {
  const run = await r.one(selectRunOfSession({ sessionId }))
  if (run === undefined || (run.mode === 'session' && run.ended_at !== null)) return undefined
  const row = await r.one(selectSession({ id: sessionId }))
  return row === undefined ? undefined : spentIn(row)
}

export function useOf(row: BudgetUseRow | undefined): BudgetUse {
  if (!row) return unused
  return {
    used: { tokens: row.tokens, micros: row.cost_micros },
    added: { tokens: row.added_tokens, micros: row.added_micros },
    told: { tokens: row.warned_tokens, micros: row.warned_micros },
  }
}

/** Nothing between two turns. */
function spentIn(sum: Pick<TurnRow, 'input_tokens' | 'output_tokens' | 'cost_micros'> | undefined): Amounts {
  if (sum === undefined) return nothing
  return { tokens: sum.input_tokens + sum.output_tokens, micros: sum.cost_micros ?? 0 }
}

function add(a: Amounts, b: Amounts): Amounts {
  return { tokens: a.tokens + b.tokens, micros: a.micros + b.micros }
}

const nothing: Amounts = { tokens: 0, micros: 0 }
const unused: BudgetUse = { used: nothing, added: nothing, told: { tokens: null, micros: null } }
