// The machine's own clock.

import type { Cancel, Clock } from './clock.ts'

const longestTimeoutMs = 2 ** 31 - 1

export function createRealClock(): Clock {
  return {
    wall: () => Date.now(),
    mono: () => performance.now(),
    timer,
    soon: (fn) => void setImmediate(fn),
  }
}

function timer(ms: number, fn: () => void): Cancel {
  // setTimeout fires at once for waits beyond 2^31 ms, so a longer wait is taken in stages.
  let handle: NodeJS.Timeout
  const arm = (left: number) => {
    const stage = Math.min(Math.max(0, left), longestTimeoutMs)
    handle = setTimeout(() => (left > stage ? arm(left - stage) : fn()), stage)
  }
  arm(Math.ceil(ms))
  return () => clearTimeout(handle)
}
