// Adding to a budget by hand: to the runs of a session, to its tree, or to one day of a member or of everyone. The
// configuration stays as it is; what was added is gone with the session or the day.

import { refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { eventActor } from '../event-actor.ts'
import { append } from '../log.ts'
import { loadSeen, resourceOf } from '../session.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { selectLastTurn } from '../turns/turn-store.ts'
import { findBudgetPlaces, spenderOf } from './budget-places.ts'
import { raiseBudgetMax } from './budget-store.ts'
import type { BudgetState, RaiseBudget } from './budgets.ts'
import { microsOf } from './choose-budget.ts'
import { readBudgets } from './read-spending.ts'
import { tellRaise } from './tell-budget.ts'

export async function raiseBudget(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  idOrKey: string,
  input: RaiseBudget,
): Promise<BudgetState> {
  const seen = await loadSeen(t, actor, idOrKey)
  const { scope, tokens = 0, money } = input
  const micros = money === undefined ? 0 : microsOf(money)
  await deps.people.permit(t, actor, 'budget.raise', resourceOf(actor, seen), { scope, tokens, micros })
  const spender = spenderOf(seen.row, await t.one(selectLastTurn({ sessionId: seen.row.id })))
  const place = (await findBudgetPlaces(t, spender, t.now))[scope]
  const before = (await readBudgets(deps, t, spender)).find((budget) => budget.scope === scope)
  if (place === undefined || before === undefined) throw refused('no_budget')
  if (tokens > 0 && before.tokensMax === null) throw noSuchLimit('tokens')
  if (micros > 0 && before.microsMax === null) throw noSuchLimit('money')
  await t.run(raiseBudgetMax({ ...place, tokens, micros, now: t.now }))
  const data = { scope, tokens, micros }
  const payload = { text: tellRaise(scope, data, seen.row), code: 'budget_raised', level: 'info', data }
  await append(deps, t, seen.row.id, [{ kind: 'notice', actor: eventActor(actor), payload }])
  const after = (await readBudgets(deps, t, spender)).find((budget) => budget.scope === scope)
  return after ?? before
}

function noSuchLimit(field: 'tokens' | 'money'): Error {
  const message = `this budget has no limit in ${field}, so there is nothing to raise`
  return refused('no_budget', { issues: [{ field, message }] })
}
