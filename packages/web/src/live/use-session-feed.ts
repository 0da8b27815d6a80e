// One session's feed for its page, and what is on its way there.

import type { EventJson } from '@heddle/contract'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useLive } from './live-context.tsx'
import type { Outgoing } from './outbox.ts'
import { after, beforeDrawing } from './real-after.ts'
import { createSessionFeed, type SessionFeed, type SessionState } from './session-feed.ts'

const rowsLookedAt = 100

export interface Followed {
  feed: SessionFeed
  state: SessionState
}

export function useSessionFeed(sessionId: string): Followed
/** Of none as long as there is none. */
export function useSessionFeed(sessionId: string | undefined): Followed | undefined
export function useSessionFeed(sessionId: string | undefined): Followed | undefined {
  const live = useLive()
  const client = useClient()
  const feed = useMemo(
    () =>
      sessionId === undefined
        ? undefined
        : createSessionFeed({ live, client, sessionId, now: Date.now, after, beforeDrawing }),
    [live, client, sessionId],
  )
  useEffect(() => feed?.follow(), [feed])
  const state = useSyncExternalStore(feed?.subscribe ?? hearNothing, feed?.state ?? noState)
  return feed && state && { feed, state }
}

function hearNothing(): () => void {
  return () => {}
}

function noState(): SessionState | undefined {
  return undefined
}

/** Without what stands in the timeline already, although its confirmation is still to come. */
export function useOutgoing(sessionId: string, rows: readonly EventJson[]): readonly Outgoing[] {
  const { outbox } = useLive()
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  return useMemo(() => {
    const mine = all.filter((item) => item.sessionId === sessionId)
    if (mine.length === 0) return mine
    const seen = new Set(rows.slice(-rowsLookedAt).map((row) => row.payload.clientMessageId))
    return mine.filter((item) => !seen.has(item.cid))
  }, [all, sessionId, rows])
}
