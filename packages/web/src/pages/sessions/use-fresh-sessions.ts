// Keeps every list of sessions that was read up to date with what is hinted at. An answer that was on its way when a
// hint came may be older than the hint, so what was heard meanwhile is applied to it once more. Whoever keeps something
// else that depends on sessions is told along.

import type { ListedSessionJson, PageJson } from '@heddle/contract'
import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { watchAnswers } from '../../api/watch-answers.ts'
import { useListHints } from '../../live/use-list-hints.ts'
import { type ListQuery, mergeSessions } from './merge-sessions.ts'
import { type ListChange, readListFrame } from './read-list-frame.ts'

type Loaded = InfiniteData<PageJson<ListedSessionJson>>

const listKey = ['listSessions', 'pages'] as const
const rememberedMax = 50
/** No answer takes longer than that to come. */
const rememberedMs = 60_000

interface Also {
  changed(change: ListChange): void
  /** After a break. */
  cameBack(): void
}

export function useFreshSessions(also: Also): void {
  const queries = useQueryClient()
  const recent = useRef<{ change: ListChange; at: number }[]>([])
  useListHints(
    (frame) => {
      const change = readListFrame(frame)
      if (!change) return
      const at = Date.now()
      recent.current = [...recent.current, { change, at }]
        .filter((one) => at - one.at < rememberedMs)
        .slice(-rememberedMax)
      for (const query of queries.getQueryCache().findAll({ queryKey: listKey }))
        apply(queries, query, [change])
      also.changed(change)
    },
    () => {
      readAgain(queries)
      also.cameBack()
    },
  )
  useEffect(
    () =>
      watchAnswers(queries, listKey, Date.now, (query, since) => {
        const changes = recent.current.filter(({ at }) => at >= since).map(({ change }) => change)
        if (changes.length > 0) apply(queries, query, changes)
      }),
    [queries],
  )
}

function apply(queries: QueryClient, query: Query, changes: readonly ListChange[]): void {
  // The key is made by useList: route, 'pages', what was asked.
  const asked = narrowing(query.queryKey[2] as ListQuery & { limit?: number })
  queries.setQueryData<Loaded>(query.queryKey, (data) => {
    if (!data) return data
    return {
      ...data,
      pages: changes.reduce((pages, change) => mergeSessions(pages, asked, change), data.pages),
    }
  })
}

function narrowing({ agent, state, needs, text, parent }: ListQuery): ListQuery {
  return { agent, state, needs, text, parent }
}

/** After a break the snapshot covers the plain list; the narrowed ones are read again, and those are short. */
function readAgain(queries: QueryClient): void {
  void queries.invalidateQueries({
    queryKey: listKey,
    predicate: ({ queryKey }) =>
      Object.values(narrowing(queryKey[2] as ListQuery)).some((value) => value !== undefined),
  })
}
