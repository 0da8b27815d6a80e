// The sessions, the most recently active first, page by page; what changes elsewhere changes here.

import type { SessionJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { CallError } from '../../api/call-error.ts'
import { editPages } from '../../api/edit-pages.ts'
import { useList, useRead } from '../../api/use-read.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import rows from '../../components/rows.module.css'
import { useFormat } from '../../format/format-context.tsx'
import { useListHints } from '../../live/use-list-hints.ts'
import { chooseOffers } from '../../me/choose-offers.ts'
import { useMe } from '../../me/me-context.tsx'
import { strings } from '../../strings.ts'
import { mergeSessions } from './merge-sessions.ts'
import { type ListChange, readListFrame } from './read-list-frame.ts'
import { NewSession, SessionExample } from './new-session.tsx'
import { SessionRow } from './session-row.tsx'

const pageSize = 50

export function SessionList({ text }: { text: string }) {
  const format = useFormat()
  const found = useList('listSessions', text === '' ? { limit: pageSize } : { limit: pageSize, text })
  const agents = useRead('listAgents', {})
  useFreshRows(text, found.data !== undefined)
  const words = strings.sessions
  if (found.error instanceof CallError && found.items.length === 0) {
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  }
  if (found.isPending) return <Loading>{words.loading}</Loading>
  if (found.items.length === 0) return <NoSessions text={text} />
  const nameOf = (id: string) => agents.data?.items.find((agent) => agent.id === id)?.name ?? id
  return (
    <>
      <ul className={rows.rows} aria-label={words.listLabel}>
        {found.items.map((session) => (
          <SessionRow key={session.id} session={session} agent={nameOf(session.agentId)} />
        ))}
      </ul>
      {found.error instanceof CallError ? <Failure error={found.error} /> : null}
      <LoadMore
        shown={words.shown(format.count(found.items.length), found.hasNextPage)}
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        onMore={() => void found.fetchNextPage()}
      />
    </>
  )
}

function NoSessions({ text }: { text: string }) {
  const me = useMe()
  const words = strings.sessions
  if (text !== '') return <EmptyState>{words.noneFound(text)}</EmptyState>
  if (!chooseOffers(me.role).sessions) return <EmptyState>{words.noneForViewers}</EmptyState>
  return (
    <EmptyState action={<NewSession look="plain" />}>
      {words.none} <SessionExample />
    </EmptyState>
  )
}

function useFreshRows(text: string, isRead: boolean): void {
  const queries = useQueryClient()
  const early = useRef<ListChange[]>([])
  const apply = useCallback(
    (change: ListChange) => {
      let isFirstPage = true
      editPages(queries, 'listSessions', (items: SessionJson[]) => {
        const merged = mergeSessions(items, change, isFirstPage)
        isFirstPage = false
        return merged
      })
    },
    [queries],
  )
  useListHints((frame) => {
    const change = readListFrame(frame)
    if (!change) return
    // Whether a changed session fits a search only the server knows.
    if (text !== '') return void queries.invalidateQueries({ queryKey: ['listSessions'] })
    // The answer that is on its way may be older than this.
    if (isRead) apply(change)
    else early.current.push(change)
  })
  useEffect(() => {
    if (isRead) for (const change of early.current.splice(0)) apply(change)
  }, [isRead, apply])
}
