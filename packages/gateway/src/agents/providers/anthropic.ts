// Anthropic's API. It caches only what it is told to cache, at a tenth of the price or less, so that each request marks
// where the next one of the same conversation will begin to differ.

import { createAnthropic } from '@ai-sdk/anthropic'
import type { ModelRequest } from '../model.ts'
import { nowHeading } from '../write-instructions.ts'
import type { Dialect } from './dialect.ts'
import type { LibraryMessage, LibraryPrompt } from './library-model.ts'

export const anthropic: Dialect = {
  api: 'the Anthropic API',
  hasTrace: true,
  openModels({ baseUrl, apiKey, fetch }) {
    const library = createAnthropic({ baseURL: baseUrl, apiKey, fetch })
    return (model) => library.messages(model)
  },
  options: (request) => ({
    reasoning: request.thinking === 'off' || lacksThoughts(request) ? 'none' : request.thinking,
  }),
  arrange: markForCache,
}

/**
 * A call whose thoughts are not at hand, because another model made it or because they were too long: while one thinks,
 * the API refuses it.
 */
function lacksThoughts({ messages }: ModelRequest): boolean {
  const since = messages.findLastIndex(({ role }) => role === 'user')
  return messages
    .slice(since + 1)
    .some((said) => said.role === 'assistant' && said.toolCalls.length > 0 && said.vendor === undefined)
}

const cached = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/** The instructions before the time, what was last said, and the end of everything: three of the four that there may be. */
export function markForCache(prompt: LibraryPrompt): LibraryPrompt {
  const lastSaid = prompt.findLastIndex(({ role }) => role === 'user')
  return prompt.flatMap((message, i): LibraryMessage[] => {
    if (message.role === 'system') return markInstructions(message)
    return i === lastSaid || i === prompt.length - 1 ? [{ ...message, providerOptions: cached }] : [message]
  })
}

function markInstructions(message: Extract<LibraryMessage, { role: 'system' }>): LibraryMessage[] {
  const { content } = message
  const now = content.lastIndexOf(nowHeading)
  if (now <= 0) return [{ ...message, providerOptions: cached }]
  return [
    { ...message, content: content.slice(0, now), providerOptions: cached },
    { ...message, content: content.slice(now) },
  ]
}
