// The store's own time: the wall clock, but never backwards, also not over a restart. When the wall clock was set back
// it creeps on at half speed until the wall has caught up. Standing still instead would leave waits and leases without
// an end for as long as the clock was wrong; going back would put new work before what was put on record earlier.

import type { Clock } from '../clock.ts'

const creepingSpeed = 0.5

export function createStoreTime(clock: Clock, notBeforeMs: number): () => number {
  let lastMs = notBeforeMs
  let lastMono = clock.mono()

  return () => {
    const mono = clock.mono()
    lastMs = Math.max(clock.wall(), lastMs + (mono - lastMono) * creepingSpeed)
    lastMono = mono
    return Math.floor(lastMs)
  }
}
