// One session's feed for its page, and what is on its way there.

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useClient } from '../api/client-context.tsx'
import { useLive } from './live-context.tsx'
import type { Outgoing } from './outbox.ts'
import { createSessionFeed, type SessionFeed, type SessionState } from './session-feed.ts'

export function useSessionFeed(sessionId: string): { feed: SessionFeed; state: SessionState } {
  const live = useLive()
  const client = useClient()
  const feed = useMemo(() => createSessionFeed({ live, client, sessionId }), [live, client, sessionId])
  useEffect(() => feed.follow(), [feed])
  return { feed, state: useSyncExternalStore(feed.subscribe, feed.state) }
}

export function useOutgoing(sessionId: string): readonly Outgoing[] {
  const { outbox } = useLive()
  const all = useSyncExternalStore(outbox.subscribe, outbox.all)
  return useMemo(() => all.filter((item) => item.sessionId === sessionId), [all, sessionId])
}
