// A clock that stands still until it is told: for tests of what waits.

import type { PlatformClock } from './platform-time.ts'

export interface ManualClock extends PlatformClock {
  /** For measuring; the same as the other one here. */
  mono(): number
  soon(fn: () => void): void
  /** Runs what comes due on the way, in its order, and lets everything that is ready happen after each. */
  advance(ms: number): Promise<void>
}

export function createManualClock(startMs: number = Date.UTC(2026, 0, 5, 9)): ManualClock {
  let now = startMs
  let timers: { at: number; fn: () => void }[] = []
  return {
    wall: () => now,
    mono: () => now - startMs,
    soon: (fn) => void setImmediate(fn),
    timer(ms, fn) {
      const entry = { at: now + Math.max(0, ms), fn }
      timers.push(entry)
      return () => {
        timers = timers.filter((other) => other !== entry)
      }
    },
    async advance(ms) {
      const end = now + ms
      for (;;) {
        await settle()
        const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((other) => other !== next)
        now = next.at
        next.fn()
      }
      now = end
    },
  }
}

/** Everything in memory is ready within a few rounds of the loop. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((done) => setImmediate(done))
}
