// Time as the rooms see it. The real one stands in real-clock.ts; a simulated world hands in its own.

export type Cancel = () => void

export interface Clock {
  /** Milliseconds since 1970; may jump when someone sets the machine's clock. */
  wall(): number
  /** Milliseconds that only ever grow; for measuring how long something took. */
  mono(): number
  /** Runs `fn` once, after at least `ms`. A long wait is kept exactly, beyond the platform's 24-day limit. */
  timer(ms: number, fn: () => void): Cancel
  /** Runs `fn` after everything that is ready now: the only other way to leave the current step. */
  soon(fn: () => void): void
}

export function sleep(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.timer(ms, resolve)
  })
}

/** Ends early, without an error, when the signal fires. */
export function sleepUnlessAborted(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const wake = () => {
      cancel()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const cancel = clock.timer(ms, wake)
    signal.addEventListener('abort', wake, { once: true })
  })
}
