// The cache of what was read. A refused sign-in, wherever it shows, makes the page ask again who is there; the gate
// then leads to sign-in and back.

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut } from './call-error.ts'
import { retryDelayMs, shouldRetry } from './choose-retry.ts'

export const meKey = ['readMe'] as const

export function createQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== meKey[0]) askWhoIsThere(error)
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => askWhoIsThere(error) }),
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay: retryDelayMs, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  function askWhoIsThere(error: unknown): void {
    if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: meKey })
  }
  return queries
}
