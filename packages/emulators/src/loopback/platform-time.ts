// Time and chance as the platform takes them: handed in, so that a simulated world can have both in its hand.

export interface PlatformClock {
  /** Milliseconds since 1970. */
  wall(): number
  /** Runs `fn` once, after at least `ms`; what comes back takes that away again. */
  timer(ms: number, fn: () => void): () => void
}

export interface PlatformRandom {
  /** At least 0, below 1. */
  fraction(): number
}

/** The machine's own. */
export const realPlatformClock: PlatformClock = {
  wall: () => Date.now(),
  timer(ms, fn) {
    const handle = setTimeout(fn, ms)
    return () => clearTimeout(handle)
  },
}

/** Ends early, without an error, when the signal fires. */
export function pause(clock: PlatformClock, ms: number, signal: AbortSignal): Promise<void> {
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

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Gives up after a while; the timer does not outlive what it was for. */
export async function within<T>(
  clock: PlatformClock,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const cancel = clock.timer(ms, () => over.abort())
  try {
    return await run(over.signal)
  } finally {
    cancel()
  }
}
