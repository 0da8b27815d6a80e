// Applies a change to every part of the inbox that was read, and keeps it in mind for a while: an answer that is on its
// way may be older.

import type { NotificationJson, NotificationsJson } from '@heddle/contract'
import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { changeInbox, type InboxChange, type Show } from './inbox-change.ts'
import { useInbox } from './inbox-context.tsx'

export interface HeardChange {
  change: InboxChange
  at: number
}

type Loaded = InfiniteData<NotificationsJson>

export const inboxKey = ['listNotifications', 'pages'] as const

/** Of the house and of the page of the inbox: one entry of the cache. */
export const unreadQuery = { show: 'unread', limit: 50 } as const

const rememberedMax = 50
/** No answer takes longer than that to come. */
const rememberedMs = 60_000

export function useApplyToInbox(): (change: InboxChange) => void {
  const queries = useQueryClient()
  const { heard } = useInbox()
  return useCallback(
    (change) => {
      const at = Date.now()
      heard.current = [...heard.current, { change, at }]
        .filter((one) => at - one.at < rememberedMs)
        .slice(-rememberedMax)
      for (const query of queries.getQueryCache().findAll({ queryKey: inboxKey }))
        applyTo(queries, query, [change])
    },
    [queries, heard],
  )
}

export function heldInInbox(queries: QueryClient): NotificationJson[] {
  return queries
    .getQueriesData<Loaded>({ queryKey: inboxKey })
    .flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
}

export function applyTo(queries: QueryClient, query: Query, changes: readonly InboxChange[]): void {
  // The key is made by useList: route, 'pages', what was asked.
  const { show = 'all' } = query.queryKey[2] as { show?: Show }
  queries.setQueryData<Loaded>(query.queryKey, (data) => {
    if (!data) return data
    let { pages } = data
    for (const change of changes) pages = changeInbox(pages, show, change)
    return { ...data, pages }
  })
}
