// Keeps the write-ahead log small: copies it into the database file beside the running transactions, and when it has
// grown too large holds new transactions back until it could start over. SQLite's own automatic checkpoint would do
// the copying inside a COMMIT, stalling everything for 100 ms, and would hide a failed sync.

import { limits } from '@heddle/contract'
import type { Disk } from './disk.ts'
import { isDiskFull, StoreBroken } from './store-errors.ts'

const pageBytes = 4_096 + 24
const commitsBetweenLooks = 64

export interface LogLimits {
  checkpointCommits: number
  restartBytes: number
}

const usualLimits: LogLimits = {
  checkpointCommits: limits.walCheckpointCommits,
  restartBytes: limits.walRestartBytes,
}

export interface LogKeeper {
  committed(): void
  /** A promise that new transactions wait for, while the log starts over. */
  pause(): Promise<void> | undefined
  idle(): Promise<void>
  checkpoints(): number
}

export function createLogKeeper(deps: {
  disk: Disk
  limits: LogLimits | undefined
  onFailed(error: StoreBroken): void
}): LogKeeper {
  const { disk } = deps
  const { checkpointCommits, restartBytes } = deps.limits ?? usualLimits
  let sinceCheckpoint = 0
  let largestFileBytes = 0
  let running: Promise<void> | undefined
  let pausing: Promise<void> | undefined
  let checkpoints = 0
  // It could not start over: someone reads from it, or the disk is full. Tried again after the next copy, not before.
  let heldUp = false

  function committed(): void {
    sinceCheckpoint++
    if (sinceCheckpoint % commitsBetweenLooks === 0) lookAtFile()
    if (sinceCheckpoint >= checkpointCommits) copy()
  }

  // The file never shrinks while it is in use, so its size tells something only when it grows beyond what it was.
  function lookAtFile(): void {
    const bytes = disk.logBytes()
    if (bytes <= largestFileBytes) return
    largestFileBytes = bytes
    if (bytes > restartBytes && !heldUp) startOver()
  }

  function copy(): void {
    if (running) return
    sinceCheckpoint = 0
    running = disk
      .checkpoint('passive')
      .then((result) => {
        checkpoints++
        heldUp = false
        if (result.logPages * pageBytes > restartBytes) startOver()
      })
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }

  function startOver(): void {
    if (pausing) return
    const before = running ?? Promise.resolve()
    pausing = before
      .then(() => disk.checkpoint('restart'))
      .then((result) => {
        checkpoints++
        heldUp = result.busy
      })
      .catch(failed)
      .finally(() => {
        sinceCheckpoint = 0
        pausing = undefined
      })
  }

  function failed(error: unknown): void {
    // No room in the database file: the log still has everything, and so far there was room in that.
    if (isDiskFull(error)) {
      heldUp = true
      return
    }
    deps.onFailed(
      new StoreBroken('sync', `the database could not be brought up to date: ${String(error)}`, error),
    )
  }

  return {
    committed,
    pause: () => pausing,
    async idle() {
      await running
      await pausing
    },
    checkpoints: () => checkpoints,
  }
}
