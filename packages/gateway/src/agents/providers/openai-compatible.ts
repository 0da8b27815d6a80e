// Models behind any server that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM, LM Studio.

import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Thinking } from '../model.ts'
import type { Dialect } from './dialect.ts'
import type { LibraryOptions } from './library-model.ts'

export const openaiCompatible: Dialect = {
  api: 'an OpenAI-compatible API',
  openModels({ name, baseUrl, apiKey, fetch }) {
    const library = createOpenAICompatible({ name, baseURL: baseUrl, apiKey, fetch, includeUsage: true })
    return (model) => library.chatModel(model)
  },
  options: ({ thinking }) => ({ reasoning: toReasoning(thinking) }),
}

// Off says nothing at all: models that cannot think refuse to be told not to. The most that servers know is xhigh.
export function toReasoning(thinking: Thinking): LibraryOptions['reasoning'] {
  if (thinking === 'off') return undefined
  return thinking === 'max' ? 'xhigh' : thinking
}
