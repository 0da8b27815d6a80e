// Hints that the list of sessions has changed. They may be missed: after a break the list is read again.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from './live-context.tsx'

export function useListHints(hear: (frame: Readonly<Record<string, unknown>>) => void): void {
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
        if (!isFirst) void queries.invalidateQueries({ queryKey: ['listSessions'] })
        isFirst = false
      },
      after: () => undefined,
      // Without hints the list is as fresh as it was read.
      refused: () => {},
    })
  }, [live, queries])
}
