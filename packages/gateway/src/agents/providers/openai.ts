// OpenAI's own API, by way of Responses. Nothing is stored there: what a model thought before it called a tool travels
// with us, encrypted, and is sent back in the same turn.

import { createOpenAI } from '@ai-sdk/openai'
import type { Dialect } from './dialect.ts'

export const openai: Dialect = {
  api: "OpenAI's Responses API",
  hasTrace: true,
  // By default it makes every argument a required one, and models then invent those that nobody needs.
  isStrict: false,
  openModels({ baseUrl, apiKey, fetch }) {
    const library = createOpenAI({ baseURL: baseUrl, apiKey, fetch })
    return (model) => library.responses(model)
  },
  // The library knows which model takes which effort, and leaves out what one does not take.
  options: ({ thinking }) => ({
    reasoning: thinking === 'off' ? 'none' : thinking,
    providerOptions: {
      openai: { store: false, ...(thinking !== 'off' && { reasoningSummary: 'auto' }) },
    },
  }),
}
