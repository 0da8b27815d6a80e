// Which turns are drawn step by step although they have ended: the one that was watched last. It folds when the next one
// begins and the reader is at the end, where nothing that they read can move.

import { useRef } from 'react'

export function useOpenTurns(running: string | null, isAtEnd: boolean): ReadonlySet<string> {
  const open = useRef<ReadonlySet<string>>(new Set())
  if (running !== null && !open.current.has(running)) {
    open.current = new Set(isAtEnd ? [running] : [...open.current, running])
  }
  return open.current
}
