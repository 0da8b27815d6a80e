// What the budgets that hold in a session have left, and adding to one.

import type { BudgetJson } from '@heddle/contract'
import type { BudgetState, Sessions } from '../../../sessions/sessions.ts'
import { answer, type Register } from '../api/call.ts'

export interface BudgetRoutesDeps {
  sessions: Pick<Sessions, 'readSpending' | 'raiseBudget'>
}

export function registerBudgetRoutes(register: Register, { sessions }: BudgetRoutesDeps): void {
  register('listBudgets', async ({ actor, path, read }) => {
    const { budgets } = await read((r) => sessions.readSpending(r, actor, path.id))
    return answer({ items: budgets.map(budgetJson) })
  })

  register('raiseBudget', ({ actor, path, body, commit }) =>
    commit(async (t) => answer(budgetJson(await sessions.raiseBudget(t, actor, path.id, body)))),
  )
}

function budgetJson({ scope, usedTokens, usedMicros, tokensMax, microsMax }: BudgetState): BudgetJson {
  return { scope, usedTokens, usedMicros, tokensMax, microsMax }
}
