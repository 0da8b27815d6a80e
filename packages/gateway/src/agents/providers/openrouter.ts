// OpenRouter, which reaches the models of many vendors and says what each answer cost.

import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { toCostMicros } from '../count-cost.ts'
import type { Dialect } from './dialect.ts'
import { toReasoning } from './openai-compatible.ts'

export const openrouter: Dialect = {
  api: "OpenRouter's API",
  hasTrace: true,
  openModels({ baseUrl, apiKey, fetch }) {
    const library = createOpenRouter({
      baseURL: baseUrl,
      apiKey,
      fetch,
      compatibility: 'strict',
      appName: 'Heddle',
    })
    return (model) => library.chat(model, { usage: { include: true } })
  },
  options({ model, thinking }) {
    const effort = toReasoning(thinking)
    return {
      providerOptions: {
        openrouter: {
          ...(effort !== undefined && { reasoning: { effort } }),
          // Of the vendors behind it, this one caches only what it is told to cache.
          ...(model.startsWith('anthropic/') && { cacheControl: { type: 'ephemeral' } }),
        },
      },
    }
  },
  // A stream that is cut ends like any other, with half a call made whole as "{}"; only the reason is missing.
  isCut: ({ finishReason }) => finishReason.raw === undefined,
  costMicros({ providerMetadata }) {
    const usage = providerMetadata?.['openrouter']?.['usage']
    return toCostMicros(
      typeof usage === 'object' && usage !== null && 'cost' in usage ? usage.cost : undefined,
    )
  },
}
