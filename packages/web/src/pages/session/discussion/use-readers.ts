// Who else has the discussions of a session open, and that one has this one open oneself.

import { useEffect, useMemo, useState } from 'react'
import { applyReaders, noReaders, type ThreadReaders } from '../../../discussions/thread-readers.ts'
import { useLive } from '../../../live/live-context.tsx'
import type { Onlooker } from '../../../live/onlookers.ts'
import type { Followed } from '../../../live/use-session-feed.ts'
import { useMe } from '../../../me/me-context.tsx'

export function useReaders(sessionId: string, { feed }: Followed): ThreadReaders {
  const live = useLive()
  const [readers, setReaders] = useState(noReaders)
  useEffect(
    () =>
      live.follow(`s:${sessionId}`, {
        hear: (frame) => setReaders((before) => applyReaders(before, frame)),
        // The log itself is the feed's.
        after: () => feed.state().view.seq ?? undefined,
        refused: () => setReaders(noReaders),
        lost: () => setReaders(noReaders),
      }),
    [live, sessionId, feed],
  )
  return readers
}

export function useReading(
  sessionId: string,
  threadId: string | undefined,
  readers: ThreadReaders,
): readonly Onlooker[] {
  const live = useLive()
  const me = useMe()
  useEffect(() => {
    live.tellViewing(sessionId, threadId ?? null)
    return () => live.tellViewing(sessionId, null)
  }, [live, sessionId, threadId])
  return useMemo(
    () =>
      (readers.get(threadId ?? '') ?? [])
        .filter(({ id }) => id !== me.id)
        .map(({ id, name }) => ({ id, name, state: 'active' as const })),
    [readers, threadId, me.id],
  )
}
