// Counts one model answer in every budget that it draws on, in the transaction that puts it on record: a step that is on
// record was counted once, and one that is not, never. Everything is counted whether or not there is a limit, so that a
// limit which is set later knows what was used.

import type { BudgetScope } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { type NewEvent, systemActor } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { BudgetUseRow } from '../sessions-tables.ts'
import type { WorkRules } from '../work-rules.ts'
import { type BudgetPlaces, findBudgetPlaces, type Spender } from './budget-places.ts'
import { addBudgetUse, setBudgetWarned, setUncountedModel } from './budget-store.ts'
import type { Spending } from './budgets.ts'
import { type BudgetLine, type BudgetUse, budgetLines, chooseUntold } from './choose-budget.ts'
import { hasBudgets, readRunUse, useOf } from './read-budget-uses.ts'
import { tellUncounted, tellWarning } from './tell-budget.ts'

/** After the turn itself has added it up. Comes back with what people should be told, for the caller to append. */
export async function countBudgets(
  deps: Pick<RoomDeps, 'rules'>,
  t: Tx,
  spender: Spender,
  spending: Spending,
): Promise<NewEvent[]> {
  const rules = deps.rules()
  const places = await findBudgetPlaces(t, spender, t.now)
  const step = { tokens: spending.inputTokens + spending.outputTokens, micros: spending.costMicros ?? 0 }
  const add = (scope: 'tree' | 'member' | 'day') => {
    const place = places[scope]
    return place && t.one(addBudgetUse({ ...place, ...step, now: t.now }))
  }
  const rows = { tree: await add('tree'), member: await add('member'), day: await add('day') }
  if (!hasBudgets(rules)) return []
  const run = await readRunUse(t, spender, places, rules, step)
  const uses: Partial<Record<BudgetScope, BudgetUse>> = {
    ...(run && { run }),
    ...(rows.tree && { tree: useOf(rows.tree) }),
    ...(rows.member && { member: useOf(rows.member) }),
    day: useOf(rows.day),
  }
  const untold = chooseUntold(budgetLines(uses, rules))
  await noteTold(t, places, uses, untold)
  const uncounted = await noteUncounted(t, rules, places, rows.tree, spending)
  const turnId = spender.turnId ?? undefined
  const warnings = untold.map((line) => warningOf(line, spender))
  return [...uncounted, ...warnings].map((event) => ({ ...event, turnId }))
}

async function noteTold(
  t: Tx,
  places: BudgetPlaces,
  uses: Partial<Record<BudgetScope, BudgetUse>>,
  untold: readonly BudgetLine[],
): Promise<void> {
  for (const scope of ['tree', 'member', 'day'] as const) {
    const lines = untold.filter((line) => line.scope === scope)
    const place = places[scope]
    if (lines.length === 0 || place === undefined) continue
    const told = (unit: 'tokens' | 'micros') =>
      lines.find((line) => line.unit === unit)?.max ?? uses[scope]?.told[unit] ?? null
    await t.run(setBudgetWarned({ ...place, tokens: told('tokens'), micros: told('micros') }))
  }
}

function warningOf(line: BudgetLine, { session }: Spender): NewEvent {
  const { scope, unit, used, max } = line
  const data = { scope, unit, used, max }
  const payload = { text: tellWarning(line, session), code: 'budget_warning', level: 'warning', data }
  return { kind: 'notice', actor: systemActor, payload }
}

/** Said once for each tree and model: a budget that does not count is worse than none. */
async function noteUncounted(
  t: Tx,
  rules: WorkRules,
  { tree }: BudgetPlaces,
  row: BudgetUseRow | undefined,
  { model, inputTokens, outputTokens, costMicros }: Spending,
): Promise<NewEvent[]> {
  const hasMoney = Object.values(rules.budgets ?? {}).some(({ money }) => money !== undefined)
  const isSilent = inputTokens === 0 && outputTokens === 0
  const why = isSilent ? 'no_usage' : costMicros === null && hasMoney ? 'no_price' : undefined
  if (why === undefined || tree === undefined || row?.uncounted_model === model) return []
  await t.run(setUncountedModel({ ...tree, model }))
  const data = { model, why }
  const payload = { text: tellUncounted(model, why), code: 'budget_uncounted', level: 'warning', data }
  return [{ kind: 'notice', actor: systemActor, payload }]
}
