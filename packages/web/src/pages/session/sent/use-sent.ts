// What became of a session's rows on other platforms: read where the session has to do with any, again while something is
// on its way, and when a turn or a sub-agent has ended.

import type { DeliveryJson, EventJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo } from 'react'
import { useRead } from '../../../api/use-read.ts'
import type { SessionFeed } from '../../../live/session-feed.ts'
import { isOutside } from './is-outside.ts'

/** By the id of the event that they tell of. */
export type Sent = ReadonlyMap<string, readonly DeliveryJson[]>

const shownMax = 100
const againMs = 3_000

export function useSent(sessionId: string, feed: SessionFeed, rows: readonly EventJson[]): Sent {
  const queries = useQueryClient()
  const isWanted = useMemo(() => rows.some(isOutside), [rows])
  const query = { session: sessionId, limit: shownMax } as const
  const { data } = useRead('listDeliveries', { query }, isWanted, (answer) =>
    answer?.items.some(({ state }) => state === 'queued' || state === 'sending') ? againMs : false,
  )
  useEffect(
    () =>
      feed.hearEvents(({ kind }) => {
        const isTold = kind === 'turn.finished' || kind === 'subagent.finished'
        if (isTold && isWanted) void queries.invalidateQueries({ queryKey: ['listDeliveries'] })
      }),
    [feed, queries, isWanted],
  )
  return useMemo(() => Map.groupBy(data?.items.filter(isShown) ?? [], ({ eventId }) => eventId ?? ''), [data])
}

function isShown({ kind, eventId }: DeliveryJson): boolean {
  return kind === 'message' && eventId !== null
}

const SentContext = createContext<Sent>(new Map())

export const SentProvider = SentContext

export function useSentOf(eventId: string): readonly DeliveryJson[] | undefined {
  return use(SentContext).get(eventId)
}
