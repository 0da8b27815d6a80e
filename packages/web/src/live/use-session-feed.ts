// One session's feed for its page, and what is on its way there.

import type { EventJson } from '@heddle/contract'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useLive } from './live-context.tsx'
import type { Outgoing } from './outbox.ts'
import { after, beforeDrawing } from './real-after.ts'
import { createSessionFeed, type SessionFeed, type SessionState } from './session-feed.ts'

const rowsLookedAt = 100

export function useSessionFeed(sessionId: string): { feed: SessionFeed; state: SessionState } {
  const live = useLive()
  const client = useClient()
  const feed = useMemo(
    () => createSessionFeed({ live, client, sessionId, now: Date.now, after, beforeDrawing }),
    [live, client, sessionId],
  )
  useEffect(() => feed.follow(), [feed])
  return { feed, state: useSyncExternalStore(feed.subscribe, feed.state) }
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
