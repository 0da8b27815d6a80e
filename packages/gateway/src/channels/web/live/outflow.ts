// Lets nothing out before the disk has it. However many logs have news, one wait covers all of them, and each keeps
// its own order.

import type { Store } from '../../../foundation/database/store.ts'
import type { Log } from '../../../foundation/logging/log.ts'

/** Something with news that wait. */
export interface Outlet {
  /** How many wait now. */
  readonly waiting: number
  /** Something else that must be known before anything leaves; whoever is under check pushes again after it. */
  readonly checking: Promise<void> | undefined
  /** Lets out the first `count`. */
  release(count: number): void
}

export class Outflow {
  readonly #store: Pick<Store, 'durable'>
  readonly #log: Log
  #dirty = new Set<Outlet>()
  #isRunning = false

  constructor(store: Pick<Store, 'durable'>, log: Log) {
    this.#store = store
    this.#log = log
  }

  push(outlet: Outlet): void {
    this.#dirty.add(outlet)
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#dirty.size > 0) {
        const counted = [...this.#dirty].map((outlet) => ({ outlet, count: outlet.waiting }))
        this.#dirty = new Set()
        await this.#store.durable()
        // One that is under check keeps only itself waiting.
        for (const { outlet, count } of counted) {
          if (outlet.checking === undefined) this.#release(outlet, count)
        }
      }
    } catch (error) {
      // The store is broken and the process about to end: what may not be on disk must not leave.
      this.#log.error('live news were held back', { error })
    } finally {
      this.#isRunning = false
    }
  }

  /** One that fails must not keep the others from their turn. */
  #release(outlet: Outlet, count: number): void {
    try {
      outlet.release(count)
    } catch (error) {
      this.#log.error('live news could not be told', { error })
    }
  }
}
