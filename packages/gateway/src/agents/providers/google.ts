// Google's Gemini API. It signs thoughts and calls, and wants the signatures back in the same turn.

import { createGoogle } from '@ai-sdk/google'
import type { Dialect } from './dialect.ts'

export const google: Dialect = {
  api: 'the Gemini API',
  hasTrace: true,
  openModels({ baseUrl, apiKey, fetch }) {
    const library = createGoogle({ baseURL: baseUrl, apiKey, fetch })
    return (model) => library.chat(model)
  },
  options({ model, thinking }) {
    if (!canThink(model)) return {}
    if (thinking === 'off') return { reasoning: 'none' }
    return {
      reasoning: thinking,
      providerOptions: { google: { thinkingConfig: { includeThoughts: true } } },
    }
  },
}

/** Others refuse every word about it. */
function canThink(model: string): boolean {
  return /gemini-/.test(model) && !/gemini-(?:1|2\.0)/.test(model)
}
