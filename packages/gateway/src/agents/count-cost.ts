// What an answer cost, from its usage and the price list.

import type { ModelCost } from './agents.ts'
import type { Usage } from './model.ts'

/** In millionths of the list's currency. Null without a price, or when the provider did not say what was used. */
export function countCostMicros(usage: Usage, cost: ModelCost | null): number | null {
  if (cost === null) return null
  const isFree = cost.input === 0 && cost.output === 0 && cost.cachedInput === 0
  if (!isFree && usage.inputTokens === 0 && usage.outputTokens === 0) return null
  const fresh = usage.inputTokens - usage.cachedTokens
  // A price is for a million tokens, so that a token costs as many millionths.
  return Math.round(
    fresh * cost.input + usage.cachedTokens * cost.cachedInput + usage.outputTokens * cost.output,
  )
}

/** Providers are strangers: no negative, broken or missing number, and never more cached than there was. */
export function tidyUsage(said: Partial<Record<keyof Usage, number | undefined>>): Usage {
  const inputTokens = tidyCount(said.inputTokens)
  return {
    inputTokens,
    outputTokens: tidyCount(said.outputTokens),
    cachedTokens: Math.min(inputTokens, tidyCount(said.cachedTokens)),
  }
}

function tidyCount(count: number | undefined): number {
  return count !== undefined && Number.isSafeInteger(Math.round(count)) && count > 0 ? Math.round(count) : 0
}
