// Gives memory back when nothing happens. V8 lets the part for young objects grow while there is much to do and keeps
// it; after a burst of connections an idle gateway would hold tens of megabytes that it does not need. Only ever when
// the loop is idle and the heap small enough for the pause not to be felt.

import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface MemorySettler {
  stop(): void
}

const lookEveryMs = 2_000
const youngBytesKept = 3 * 1_048_576
/** Above it a full collection takes longer than anyone should wait. */
const heapBytesMax = 128 * 1_048_576
const idleShare = 0.05

export function settleMemory(): MemorySettler {
  setFlagsFromString('--expose-gc')
  // The edge: what that flag adds.
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  let before: EventLoopUtilization = performance.eventLoopUtilization()

  function look(): void {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > idleShare || youngBytes() <= youngBytesKept) return
    if (getHeapStatistics().used_heap_size > heapBytesMax) return
    collect({ type: 'major', flavor: 'last-resort' })
  }

  const timer = setInterval(look, lookEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
