// What a member asks of a model outside of any session. It belongs to no turn and no tree; their day and everyone's know
// of it, or whoever has used those up would simply ask there.

import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { PersonActor } from '../../people/people.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { Spender } from './budget-places.ts'
import type { BudgetVerbs, Spending } from './budgets.ts'
import { checkBudgets } from './check-budgets.ts'
import { countBudgets } from './count-budgets.ts'

export function createOwnBudgets(deps: RoomDeps): Pick<BudgetVerbs, 'checkOwnBudgets' | 'countOwnSpending'> {
  const spenderOf = ({ personId }: PersonActor): Spender => ({ session: null, turnId: null, personId })
  return {
    checkOwnBudgets: async (r: Reader, actor) => (await checkBudgets(deps, r, spenderOf(actor)))?.message,

    async countOwnSpending(t: Tx, actor, spending: Spending) {
      const untold = await countBudgets(deps, t, spenderOf(actor), spending)
      // There is no timeline on which it could be said; whoever runs the place sees it at least.
      for (const { payload } of untold) deps.log.warn('most of a budget is used', { ...payload })
    },
  }
}
