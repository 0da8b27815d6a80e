// What an answer cost, from its usage and the price list.

import type { ModelCost } from './agents.ts'
import type { Usage } from './model.ts'

/** In millionths of the list's currency. Null without a price, or when the provider did not say what was used. */
export function countCostMicros(usage: Usage, cost: ModelCost | null): number | null {
  if (cost === null) return null
  const isFree = cost.input === 0 && cost.output === 0 && cost.cachedInput === 0
  if (!isFree && usage.inputTokens === 0 && usage.outputTokens === 0) return null
  const price = cost.above && usage.inputTokens > cost.above.tokens ? cost.above : cost
  const written = usage.cacheWriteTokens ?? 0
  const fresh = usage.inputTokens - usage.cachedTokens - written
  // A price is for a million tokens, so that a token costs as many millionths.
  return Math.round(
    fresh * price.input +
      usage.cachedTokens * price.cachedInput +
      written * (price.cacheWrite ?? price.input) +
      usage.outputTokens * price.output,
  )
}

/** Providers are strangers: no negative, broken or missing number, and never more cached than there was. */
export function tidyUsage(said: Partial<Record<keyof Usage, number | undefined>>): Usage {
  const inputTokens = tidyCount(said.inputTokens)
  const cachedTokens = Math.min(inputTokens, tidyCount(said.cachedTokens))
  const cacheWriteTokens = Math.min(inputTokens - cachedTokens, tidyCount(said.cacheWriteTokens))
  return {
    inputTokens,
    outputTokens: tidyCount(said.outputTokens),
    cachedTokens,
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
  }
}

function tidyCount(count: number | undefined): number {
  return count !== undefined && Number.isSafeInteger(Math.round(count)) && count > 0 ? Math.round(count) : 0
}

/** What a provider says that an answer cost, in whole units, as millionths. Undefined for what cannot be a price. */
export function toCostMicros(told: unknown): number | undefined {
  if (typeof told !== 'number' || !Number.isFinite(told) || told < 0) return undefined
  const micros = Math.round(told * 1_000_000)
  return Number.isSafeInteger(micros) ? micros : undefined
}
