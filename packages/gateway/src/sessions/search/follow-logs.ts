// Keeps the index close behind the logs while the gateway runs: a moment after something was said it is taken in, in
// small pieces with pauses between them. Which sessions have more stands in the store, so nothing is lost with this
// process, and a start goes on where the last one ended.

import { limits } from '@heddle/contract'
import { type Clock, sleepUnlessAborted } from '../../foundation/clock.ts'
import type { Store } from '../../foundation/database/store.ts'
import type { Log } from '../../foundation/logging/log.ts'
import type { Feed } from '../feed.ts'
import { selectBehind } from './search-store.ts'
import { takeInPiece } from './take-in-logs.ts'

export interface Following {
  /** Ends when the piece under way has ended. */
  stop(): Promise<void>
}

const sessionsAtOnce = 20
/** When something went wrong: the disk may be full. */
const againMs = 10_000

export function followLogs(deps: { store: Store; clock: Clock; log: Log; feed: Feed }): Following {
  const { store, clock, log } = deps
  const ending = new AbortController()
  let running: Promise<void> | undefined
  let isWanted = false

  function wake(afterMs: number): void {
    if (ending.signal.aborted) return
    isWanted = true
    running ??= run(afterMs).finally(() => {
      running = undefined
      if (isWanted) wake(againMs)
    })
  }

  async function run(afterMs: number): Promise<void> {
    for (let waitMs = afterMs; isWanted && !ending.signal.aborted; waitMs = limits.searchTrailsMs) {
      // What is said at about the same time is taken in together.
      await sleepUnlessAborted(clock, waitMs, ending.signal)
      isWanted = false
      try {
        while (await takeInSome());
      } catch (error) {
        if (!ending.signal.aborted) log.warn('what was said could not be taken into the search', { error })
        isWanted = true
        return
      }
    }
  }

  async function takeInSome(): Promise<boolean> {
    const behind = await store.read((r) => r.all(selectBehind({ limit: sessionsAtOnce })))
    for (const { id } of behind) {
      if (ending.signal.aborted) return false
      await takeInPiece(store, id)
      await sleepUnlessAborted(clock, limits.searchPauseMs, ending.signal)
    }
    return behind.length > 0 && !ending.signal.aborted
  }

  deps.feed.listen({
    appended: () => wake(limits.searchTrailsMs),
    accessChanged: () => wake(limits.searchTrailsMs),
  })
  wake(limits.searchTrailsMs)

  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}
