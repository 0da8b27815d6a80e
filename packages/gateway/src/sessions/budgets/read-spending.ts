// What is being used in a session and what its budgets have left. The budget of a member is that of whoever set off the
// newest turn; those who may not know what others use see their own instead.

import { budgetScopes } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { loadFor } from '../session.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { TurnRow } from '../sessions-tables.ts'
import { usageOf } from '../turns/end-turn.ts'
import { selectLastTurn } from '../turns/turn-store.ts'
import { type Spender, spenderOf } from './budget-places.ts'
import type { BudgetState, SessionSpending } from './budgets.ts'
import { maxOf } from './choose-budget.ts'
import { readBudgetUses } from './read-budget-uses.ts'

export async function readSpending(
  deps: RoomDeps,
  r: Reader,
  actor: Actor,
  idOrKey: string,
): Promise<SessionSpending> {
  const session = await loadFor(r, deps.people, actor, idOrKey, 'session.read')
  const newest = await r.one(selectLastTurn({ sessionId: session.id }))
  const spender = { ...spenderOf(session, newest), personId: chooseMember(deps, actor, newest) }
  const turn = newest && newest.id === session.turn_id ? usageOf(newest) : null
  return { turn, budgets: await readBudgets(deps, r, spender) }
}

/** Those that have a limit. */
export async function readBudgets(
  deps: Pick<RoomDeps, 'rules' | 'store'>,
  r: Reader,
  spender: Spender,
): Promise<BudgetState[]> {
  const rules = deps.rules()
  const uses = await readBudgetUses(r, spender, rules, deps.store.now())
  return budgetScopes.flatMap((scope) => {
    const use = uses[scope]
    if (use === undefined) return []
    const tokensMax = maxOf(rules, scope, 'tokens', use.added)
    const microsMax = maxOf(rules, scope, 'micros', use.added)
    if (tokensMax === null && microsMax === null) return []
    return [{ scope, usedTokens: use.used.tokens, usedMicros: use.used.micros, tokensMax, microsMax }]
  })
}

function chooseMember(deps: RoomDeps, actor: Actor, newest: TurnRow | undefined): string | null {
  const own = actor.kind === 'person' ? actor.personId : null
  const requester = newest?.requester_id ?? own
  const mayKnow = deps.people.authorize(actor, 'usage.read_team', { kind: 'place' }).ok
  return requester === own || mayKnow || actor.kind === 'operator' ? requester : own
}
