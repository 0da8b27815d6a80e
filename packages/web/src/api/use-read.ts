// Reads one thing or a paged list by route name. The cache key is the route and what was asked of it.

import type { RouteName } from '@heddle/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AnswerOf, CallInput, CallOptions, ItemOf, ListRoute, QueryOf } from './call-types.ts'
import type { Client } from './client.ts'
import { useClient } from './client-context.tsx'

export function useRead<N extends RouteName>(
  name: N,
  input: CallInput<N>,
  isWanted = true,
  /** When to read again although nobody asks; never, by default. */
  againMs: (answer: AnswerOf<N> | undefined) => number | false = never,
) {
  const client = useClient()
  return useQuery({
    ...readOptions(client, name, input),
    enabled: isWanted,
    refetchInterval: ({ state }) => againMs(state.data),
  })
}

function never(): false {
  return false
}

/** Where the answer stands in the cache, and how it gets there. */
export function readOptions<N extends RouteName>(client: Client, name: N, input: CallInput<N>) {
  return {
    queryKey: [name, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<N>> =>
      client.call(name, { ...input, signal } as CallOptions<N>),
  }
}

export function useList<N extends ListRoute>(name: N, query: Omit<QueryOf<N>, 'cursor'>, isWanted = true) {
  const client = useClient()
  const result = useInfiniteQuery({
    queryKey: [name, 'pages', query],
    queryFn: ({ pageParam, signal }): Promise<{ items: ItemOf<N>[]; next?: string }> =>
      client.call(name, {
        query: { ...query, cursor: pageParam },
        signal,
      } as unknown as CallOptions<N>) as Promise<{
        items: ItemOf<N>[]
        next?: string
      }>,
    enabled: isWanted,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    // It would read every page again that was ever loaded.
    refetchOnWindowFocus: false,
    // While a new search runs, the old rows stay where they are.
    placeholderData: keepPreviousData,
  })
  return { ...result, items: result.data?.pages.flatMap((page) => page.items) ?? [] }
}
