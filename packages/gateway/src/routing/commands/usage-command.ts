// `/usage`: what a session used, what the turn that runs uses, and what the budgets in force have left.

import type { BudgetScope } from '@heddle/contract'
import type { BudgetState, UsageTotals } from '../../sessions/sessions.ts'
import type { Command } from './command-call.ts'

export const tellUsage: Command = async ({ deps, t, actor, session: named }) => {
  const session = await deps.sessions.find(t, actor, named.id)
  const { turn, budgets } = await deps.sessions.readSpending(t, actor, named.id)
  const lines = [
    `This session: ${tellTotals(session.usage)}`,
    ...(turn === null ? [] : [`The turn that runs, besides: ${tellTotals(turn)}`]),
    ...(budgets.length === 0 ? ['No budgets are set.'] : budgets.flatMap(tellBudget)),
  ]
  const data = { sessionId: session.id, usage: session.usage, turn, budgets }
  return { answer: { ok: true, text: lines.join('\n'), data } }
}

export function tellTotals({ inputTokens, outputTokens, cachedTokens, costMicros }: UsageTotals): string {
  const cached = cachedTokens === 0 ? '' : ` (${cachedTokens} cached)`
  const cost = costMicros === null ? '' : `, ${tellMoney(costMicros)} in the price list's currency`
  return `${inputTokens} in${cached}, ${outputTokens} out${cost}`
}

const scopeWords: Readonly<Record<BudgetScope, string>> = {
  run: 'Budget of a turn',
  tree: 'Budget of this session and everything below it',
  member: 'Budget of a member for today (UTC)',
  day: 'Budget of everyone for today (UTC)',
}

/** A line for each of its limits. */
function tellBudget({ scope, usedTokens, usedMicros, tokensMax, microsMax }: BudgetState): string[] {
  const tell = (used: string, max: string, left: string) =>
    `${scopeWords[scope]}: ${used} of ${max} used, ${left} left`
  const left = (max: number, used: number) => Math.max(0, max - used)
  return [
    ...(tokensMax === null
      ? []
      : [tell(String(usedTokens), `${tokensMax} model tokens`, String(left(tokensMax, usedTokens)))]),
    ...(microsMax === null
      ? []
      : [
          tell(
            tellMoney(usedMicros),
            `${tellMoney(microsMax)} in money`,
            tellMoney(left(microsMax, usedMicros)),
          ),
        ]),
  ]
}

function tellMoney(micros: number): string {
  return (micros / 1_000_000).toFixed(4)
}
