// Tells of each answer that comes into the cache under a key, and when it was asked for: what was heard since then may be
// newer than the answer.

import { partialMatchKey, type Query, type QueryClient } from '@tanstack/react-query'

export function watchAnswers(
  queries: QueryClient,
  key: readonly unknown[],
  now: () => number,
  /** `since`: when it was asked for. */
  take: (query: Query, since: number) => void,
): () => void {
  const asked = new WeakMap<Query, number>()
  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (!partialMatchKey(query.queryKey, key)) return
    if (action.type === 'fetch') asked.set(query, now())
    // What the page itself puts there is no answer.
    if (action.type === 'success' && !action.manual) take(query, asked.get(query) ?? now())
  })
}
