// The clock of one simulated process: the world's virtual time, a wall clock that can be set wrong, timers that die
// with the process.

import type { Clock } from '../../src/foundation/clock.ts'
import type { Life } from './life.ts'
import type { Scheduler } from './scheduler.ts'

/** Some morning; far from zero, so that a time that lost its base stands out. */
export const worldBeganAt = Date.UTC(2026, 0, 5, 8)

export function createVirtualClock(deps: {
  name: string
  scheduler: Scheduler
  life: Life
  /** How wrong the wall clock is right now. */
  offsetMs(): number
}): Clock {
  const { scheduler, life, name } = deps

  const whileAlive = (fn: () => void) => () => {
    if (life.alive) fn()
  }

  return {
    wall: () => worldBeganAt + scheduler.nowMs + deps.offsetMs(),
    mono: () => scheduler.nowMs,
    timer: (ms, fn) => scheduler.after(ms, `${name} timer`, whileAlive(fn)),
    soon: (fn) => void scheduler.after(0, `${name} soon`, whileAlive(fn)),
  }
}
