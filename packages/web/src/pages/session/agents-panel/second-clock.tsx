// One clock for all rows that count their seconds, so that a hundred of them are one timer: each draws only its figure.

import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { useLive } from '../../../live/live-context.tsx'

interface SecondClock {
  now(): number
  subscribe(listener: () => void): () => void
}

const everyMs = 1_000

const SecondContext = createContext<SecondClock | null>(null)

export function SecondClockProvider({ children }: { children: ReactNode }) {
  const live = useLive()
  const clock = useMemo(() => createSecondClock(live.serverNow), [live])
  return <SecondContext value={clock}>{children}</SecondContext>
}

/** How long it has been going on, by the server's clock. */
export function useElapsedSince(begun: string): number {
  const clock = use(SecondContext)
  if (!clock) throw new Error('a component that counts seconds stands outside SecondClockProvider')
  return Math.max(0, useSyncExternalStore(clock.subscribe, clock.now) - Date.parse(begun))
}

function createSecondClock(serverNow: () => number): SecondClock {
  const listeners = new Set<() => void>()
  let now = serverNow()
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    now: () => now,
    subscribe(listener) {
      listeners.add(listener)
      if (timer === undefined) {
        // It stood still while nobody listened.
        now = serverNow()
        timer = setInterval(() => {
          now = serverNow()
          for (const hear of listeners) hear()
        }, everyMs)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
