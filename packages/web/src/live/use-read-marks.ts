// How far one has read in a session. It is asked for together with the session itself, so that the line before what is
// new stands there from the first drawing. While the newest entry is in sight on a page that is seen, the session is
// marked as read, unless another page did already.

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { isPageSeen, watchPageSeen } from '../shell/page-visibility.ts'
import { after } from './real-after.ts'
import { useLive } from './live-context.tsx'
import { createReadMarker, type ReadMarker } from './read-marker.ts'
import { readOwnMark } from './read-own-mark.ts'

export interface ReadMarks {
  /** How far one had read when one came; undefined when that is not known. */
  atFirst: number | undefined
  marker: ReadMarker
}

export function useReadMarks(personId: string, sessionId: string): ReadMarks {
  const live = useLive()
  // What came before the page did is there at its first drawing.
  const [atFirst, setAtFirst] = useState<number | undefined>(() =>
    live
      .heldFor(`u:${personId}`)
      .map((frame) => readOwnMark(frame, sessionId))
      .findLast((mark) => mark !== undefined),
  )
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
        if (mark === undefined) return
        if (frame.type === 'snap') setAtFirst((known) => known ?? mark)
        marker.know(mark)
      },
      after: () => newest,
      // Then a mark is only sent once more than needed.
      refused: () => {},
    })
  }, [live, personId, sessionId, marker])
  return { atFirst, marker }
}

export function useMarkSeen(marker: ReadMarker, newestInSight: number | undefined): void {
  const isSeen = useSyncExternalStore(watchPageSeen, isPageSeen)
  useEffect(() => marker.see(isSeen ? newestInSight : undefined), [marker, isSeen, newestInSight])
  useEffect(() => () => marker.see(undefined), [marker])
}
