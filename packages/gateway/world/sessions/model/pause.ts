// Waits on a clock, for ever if need be, until the signal fires.

import type { Clock } from '../../../src/foundation/clock.ts'

export function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = ms === Infinity ? () => undefined : clock.timer(ms, resolve)
    const stop = () => {
      cancel()
      reject(signal?.reason)
    }
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
