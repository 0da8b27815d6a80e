// Hints that the list of sessions has changed. The first snapshot is one too: it knows what happened since the list was
// read. They may be missed: after a break the list is read again.

import type { LiveFrameOf } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from './live-context.tsx'

export function useListHints(hear: (frame: LiveFrameOf<'snap' | 'eph'>) => void): void {
  const live = useLive()
  const queries = useQueryClient()
  const hearNow = useRef(hear)
  hearNow.current = hear
  useEffect(() => {
    let isFirst = true
    return live.follow('l:', {
      hear: (frame) => {
        if (frame.type === 'eph') hearNow.current(frame)
        if (frame.type !== 'snap') return
        if (isFirst) hearNow.current(frame)
        else void queries.invalidateQueries({ queryKey: ['listSessions'] })
        isFirst = false
      },
      after: () => undefined,
      // Without hints the list is as fresh as it was read.
      refused: () => {},
    })
  }, [live, queries])
}
