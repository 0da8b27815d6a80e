// The sessions of the list: those that need one, those that run, and the rest page by page, as one.

import { useMemo } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useList } from '../../api/use-read.ts'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { chooseGroups } from './choose-groups.ts'
import { isSearch, type ListFilter, needsQuery, restQuery, runningQuery } from './list-queries.ts'

export function useSessionRows(filter: ListFilter, openId: string | undefined) {
  const me = useMe()
  const areGrouped = !isSearch(filter)
  const needs = useList('listSessions', needsQuery(filter), areGrouped)
  const running = useList('listSessions', runningQuery(filter), areGrouped)
  const rest = useList('listSessions', restQuery(filter))
  const { isMine } = filter
  const { sessions: mayDecide } = chooseOffers(me.role)
  const groups = useMemo(() => {
    const all = [
      ...(areGrouped ? pagesOf(needs.data) : []),
      ...(areGrouped ? pagesOf(running.data) : []),
      ...pagesOf(rest.data),
    ]
    const wanted = isMine ? all.filter((session) => session.createdBy === me.id) : all
    return chooseGroups(wanted, openId, !areGrouped, mayDecide)
  }, [needs.data, running.data, rest.data, areGrouped, isMine, me.id, openId, mayDecide])
  return {
    groups,
    isPending: rest.isPending,
    error: rest.error instanceof CallError ? rest.error : undefined,
    retry: () => void (rest.isFetchNextPageError ? rest.fetchNextPage() : rest.refetch()),
    hasMore: rest.hasNextPage,
    isLoading: rest.isFetchingNextPage,
    loadMore: () => {
      if (rest.hasNextPage && !rest.isFetching && !rest.isFetchNextPageError) void rest.fetchNextPage()
    },
  }
}

function pagesOf<T>(data: { pages: { items: T[] }[] } | undefined): T[] {
  return data?.pages.flatMap((page) => page.items) ?? []
}
