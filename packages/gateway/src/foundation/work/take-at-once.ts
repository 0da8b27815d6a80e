// Takes what a fact sets off in the very transaction that tells it. Most reactions are a few statements; to look for one
// that was just put on record, and to claim it in a transaction of its own, would cost more than it does itself.

import { limits } from '@heddle/contract'
import type { Tx } from '../database/store.ts'
import type { Lanes } from './lanes.ts'
import type { ClaimedWork, NewWork, WorkStore } from './work-store.ts'

export interface WorkTaker {
  /** True: it is on record as claimed, and begins after the commit. False: nothing was done. */
  takeAtOnce(t: Tx, work: NewWork): Promise<boolean>
}

export function createWorkTaker(deps: {
  lanes: Lanes
  workStore: WorkStore
  isRunning(): boolean
  /** How many slots of it are taken. */
  inLane(lane: string): number
  /** Right after the commit. */
  onTaken(work: ClaimedWork): void
}): WorkTaker {
  const takenIn = new WeakMap<Tx, number>()
  return {
    async takeAtOnce(t, work) {
      const lane = deps.lanes[work.lane]
      if (!lane?.isEager || work.dueAt > t.now || !deps.isRunning()) return false
      const before = takenIn.get(t) ?? 0
      // Whoever waits for a slot comes first: half of the lane is left to them.
      if (deps.inLane(work.lane) + before >= lane.cap / 2) return false
      const leased = await deps.workStore.insertLeased(t, work, t.now + limits.workLeaseMs)
      if (!leased) return false
      takenIn.set(t, before + 1)
      t.afterCommit(() => deps.onTaken(leased))
      return true
    },
  }
}
