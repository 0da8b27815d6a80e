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
/** Quiet for so many looks in a row. */
const quietLooks = 2
/** Once more only after this long: a little traffic now and then must not pay for it each time. */
const restLooks = 30
const youngBytesKept = 3 * 1_048_576
/** A full collection of that much takes about a twentieth of a second. */
const heapBytesMax = 48 * 1_048_576
const idleShare = 0.05

export function settleMemory(): MemorySettler {
  setFlagsFromString('--expose-gc')
  // The edge: what that flag adds.
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  let quiet = 0
  let rest = 0

  function look(): void {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    quiet = utilization > idleShare ? 0 : quiet + 1
    if (--rest > 0 || quiet < quietLooks || youngBytes() <= youngBytesKept) return
    if (getHeapStatistics().used_heap_size > heapBytesMax) return
    collect({ type: 'major', flavor: 'last-resort' })
    rest = restLooks
  }

  const timer = setInterval(look, lookEveryMs).unref()
  return { stop: () => clearInterval(timer) }
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
