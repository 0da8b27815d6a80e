// Marks a session as read while its newest entry is in sight on a page that is seen, unless another page did already.

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { after } from './real-after.ts'
import { useLive } from './live-context.tsx'
import { createReadMarker } from './read-marker.ts'
import { readOwnMark } from './read-own-mark.ts'

export function useReadMarks(personId: string, sessionId: string, newestInSight: number | undefined): void {
  const live = useLive()
  const isSeen = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const marker = useMemo(
    () =>
      createReadMarker({
        send: (seq) => live.markRead(sessionId, seq),
        now: Date.now,
        after,
      }),
    [live, sessionId],
  )
  useEffect(() => {
    let newest: number | undefined
    return live.follow(`u:${personId}`, {
      hear(frame) {
        if (frame.type === 'snap' || frame.type === 'ev') newest = frame.seq
        const mark = readOwnMark(frame, sessionId)
        if (mark !== undefined) marker.know(mark)
      },
      after: () => newest,
      // Then a mark is only sent once more than needed.
      refused: () => {},
    })
  }, [live, personId, sessionId, marker])
  useEffect(() => marker.see(isSeen ? newestInSight : undefined), [marker, isSeen, newestInSight])
  useEffect(() => () => marker.see(undefined), [marker])
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
