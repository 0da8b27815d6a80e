// Hints that the list of sessions has changed. A snapshot is one too: it knows what happened since the list was read.
// Hints may be missed: after a break the follower is told, so that it can read again what a snapshot does not cover.

import type { LiveFrameOf } from '@heddle/contract'
import { useEffect, useRef } from 'react'
import { useLive } from './live-context.tsx'

export function useListHints(hear: (frame: LiveFrameOf<'snap' | 'eph'>) => void, comeBack: () => void): void {
  const live = useLive()
  const now = useRef({ hear, comeBack })
  now.current = { hear, comeBack }
  useEffect(() => {
    let isFirst = true
    return live.follow('l:', {
      hear: (frame) => {
        if (frame.type !== 'eph' && frame.type !== 'snap') return
        now.current.hear(frame)
        if (frame.type !== 'snap') return
        if (!isFirst) now.current.comeBack()
        isFirst = false
      },
      after: () => undefined,
      // Without hints the list is as fresh as it was read.
      refused: () => {},
    })
  }, [live])
}
