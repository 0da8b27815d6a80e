// How many stateless completions someone has under way: each holds a connection to a model, which costs money.

import { type PersonId, refused } from '@heddle/contract'
import type { AnswerSource } from './answer-source.ts'

export interface CompletionsAtOnce {
  /** The same source; running it throws `too_many_requests` while the person has too many others under way. */
  bound(personId: PersonId, source: AnswerSource): AnswerSource
}

export function createCompletionsAtOnce(most: number): CompletionsAtOnce {
  const counts = new Map<PersonId, number>()

  function begin(personId: PersonId): void {
    const count = counts.get(personId) ?? 0
    if (count >= most) {
      const message = `You have ${most} completions under way, which is the most at once. Wait for one to end.`
      throw refused('too_many_requests', { message, retryAfterMs: 1_000 })
    }
    counts.set(personId, count + 1)
  }

  function end(personId: PersonId): void {
    const left = (counts.get(personId) ?? 0) - 1
    if (left > 0) counts.set(personId, left)
    else counts.delete(personId)
  }

  return {
    bound: (personId, source) => ({
      ...source,
      async run(watch, signal) {
        begin(personId)
        try {
          return await source.run(watch, signal)
        } finally {
          end(personId)
        }
      },
    }),
  }
}
