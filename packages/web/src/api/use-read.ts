// Reads one thing or a paged list by route name. The cache key is the route and what was asked of it.

import type { RouteName } from '@heddle/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AnswerOf, CallInput, CallOptions, ItemOf, ListRoute, QueryOf } from './call-types.ts'
import { useClient } from './client-context.tsx'

export function useRead<N extends RouteName>(name: N, input: CallInput<N>, isWanted = true) {
  const client = useClient()
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }): Promise<AnswerOf<N>> => client.call(name, { ...input, signal } as CallOptions<N>),
    enabled: isWanted,
  })
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
