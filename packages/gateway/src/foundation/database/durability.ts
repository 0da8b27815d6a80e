// Coalesces syncs: whoever waits while one runs shares the next. One waiter costs one sync, fifty cost one as well.

import type { Clock } from '../clock.ts'
import { StoreBroken } from './store-errors.ts'

export interface Durability {
  committed(): void
  durable(): Promise<void>
  fail(error: StoreBroken): void
  figures(): { syncs: number; syncMs: number }
}

interface Batch {
  promise: Promise<void>
  resolve(): void
  reject(error: unknown): void
}

export function createDurability(deps: {
  sync(): Promise<void>
  onFailed(error: StoreBroken): void
  clock: Clock
  fault(point: string): void
}): Durability {
  let committed = 0
  let synced = 0
  let syncing: { upTo: number; batch: Batch } | undefined
  let next: Batch | undefined
  let failure: StoreBroken | undefined
  let syncs = 0
  let syncMs = 0

  function durable(): Promise<void> {
    if (failure) return Promise.reject(failure)
    if (synced >= committed) return Promise.resolve()
    if (syncing && syncing.upTo >= committed) return syncing.batch.promise
    next ??= createBatch()
    const { promise } = next
    if (!syncing) start(next)
    return promise
  }

  function start(batch: Batch): void {
    next = undefined
    const upTo = committed
    syncing = { upTo, batch }
    const startedMs = deps.clock.mono()
    const settle = () => {
      syncing = undefined
      // Already reported broken: what this sync returned no longer counts.
      if (failure) return
      synced = upTo
      syncs++
      syncMs += deps.clock.mono() - startedMs
      deps.fault('sync.done')
      batch.resolve()
      if (next) start(next)
    }
    deps.sync().then(settle, (error: unknown) => {
      deps.onFailed(
        new StoreBroken('sync', `the disk did not take what was written: ${String(error)}`, error),
      )
    })
  }

  return {
    committed: () => void committed++,
    durable,
    fail(error) {
      failure = error
      syncing?.batch.reject(error)
      next?.reject(error)
      next = undefined
    },
    figures: () => ({ syncs, syncMs }),
  }
}

function createBatch(): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // A batch may be rejected while nobody waits any more.
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
