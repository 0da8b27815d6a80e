// Hands the live socket to the components below. What follows a scope with it loads with the page that shows it.

import { createContext, type ReactNode, use, useEffect } from 'react'
import type { Live } from './live.ts'

const LiveContext = createContext<Live | null>(null)

export function LiveProvider({ live, children }: { live: Live; children: ReactNode }) {
  return <LiveContext value={live}>{children}</LiveContext>
}

export function useLive(): Live {
  const live = use(LiveContext)
  if (!live) throw new Error('a component that follows something live stands outside LiveProvider')
  return live
}

/** The socket belongs to whoever is signed in. */
export function useLiveFor(personId: string | undefined, isNobody: boolean): void {
  const live = useLive()
  useEffect(() => {
    if (personId !== undefined) live.enter(personId)
    else if (isNobody) live.leave()
  }, [live, personId, isNobody])
}
