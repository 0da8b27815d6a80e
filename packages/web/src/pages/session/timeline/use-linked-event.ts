// Goes to the event that the address names: brings the rows around it, shows it and gives it the focus. Once for each
// address; scrolling on is the reader's own.

import { type RefObject, useEffect, useRef } from 'react'
import type { SessionFeed } from '../../../live/session-feed.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'
import { findItem, type Item } from './choose-items.ts'
import type { FeedHandle } from './feed-list.tsx'
import type { ReadingPosition } from './use-reading-position.ts'

interface LinkedInput {
  feed: SessionFeed
  items: readonly Item[]
  linkedId: string | undefined
  /** Another number leads there again. */
  jump: number
  /** The focus belongs to something else that the address leads to. */
  isQuiet: boolean
  handle: RefObject<FeedHandle | null>
  position: Pick<ReadingPosition, 'toEnd' | 'leaveEnd'>
  /** The first snapshot is here. */
  isReady: boolean
}

export function useLinkedEvent(input: LinkedInput): { index: number; eventId: string } | undefined {
  const { feed, items, linkedId, jump, isQuiet, handle, isReady } = input
  const { toEnd, leaveEnd } = input.position
  const announce = useAnnounce()
  const shown = useRef<string | undefined>(undefined)
  const wanted = `${jump} ${linkedId}`
  const index = linkedId === undefined ? -1 : findItem(items, linkedId)

  useEffect(() => {
    if (linkedId === undefined || !isReady || shown.current === wanted) return
    leaveEnd()
    const words = strings.session.timeline
    feed.openAt(linkedId).then(
      (isThere) => {
        if (isThere) return
        announce(words.notThere)
        toEnd()
      },
      () => announce(words.notReached),
    )
  }, [feed, linkedId, wanted, isReady, announce, leaveEnd, toEnd])

  useEffect(() => {
    if (linkedId === undefined || index === -1 || shown.current === wanted) return
    shown.current = wanted
    leaveEnd()
    // Once the list knows how large it is.
    requestAnimationFrame(() => handle.current?.show(index, isQuiet))
  }, [linkedId, wanted, isQuiet, index, handle, leaveEnd])

  return linkedId === undefined || index === -1 ? undefined : { index, eventId: linkedId }
}
