// Takes what a fact sets off in the very transaction that tells it. Most reactions are a few statements; to look for one
// that was just put on record, and to claim it in a transaction of its own, would cost more than it does itself. What
// touches the database alone is not even put on record: it is carried out as the last part of that transaction.

import { limits } from '@heddle/contract'
import { Redo, type Tx } from '../database/store.ts'
import type { Lanes } from './lanes.ts'
import type { ClaimedWork, NewWork, WorkStore } from './work-store.ts'

export interface WorkTaker {
  /** True: it is on record as claimed, and begins after the commit. False: nothing was done. */
  takeAtOnce(t: Tx, work: NewWork): Promise<boolean>
  /** True: it is done before the commit, or, where that cannot be, `record` is called. False: nothing was done. */
  doWithFact(t: Tx, work: NewWork, record: () => Promise<void>): boolean
}

export function createWorkTaker(deps: {
  lanes: Lanes
  workStore: WorkStore
  isRunning(): boolean
  /** How many slots of it are taken. */
  inLane(lane: string): number
  /** Right after the commit. */
  onTaken(work: ClaimedWork): void
  /** What work of that kind does within a transaction; none where it does more than that. */
  actOf(kind: string): ((t: Tx, subject: string) => Promise<void>) | undefined
  onDone(): void
  onFailed(work: NewWork, error: unknown): void
}): WorkTaker {
  const { workStore } = deps
  const takenIn = new WeakMap<Tx, number>()
  return {
    async takeAtOnce(t, work) {
      const lane = deps.lanes[work.lane]
      if (!lane?.isEager || work.dueAt > t.now || !deps.isRunning()) return false
      const before = takenIn.get(t) ?? 0
      // Whoever waits for a slot comes first: half of the lane is left to them.
      if (deps.inLane(work.lane) + before >= lane.cap / 2) return false
      const leased = await workStore.insertLeased(t, work, t.now + limits.workLeaseMs)
      if (!leased) return false
      takenIn.set(t, before + 1)
      t.afterCommit(() => deps.onTaken(leased))
      return true
    },
    doWithFact(t, work, record) {
      const act = deps.actOf(work.kind)
      // What failed with its fact is tried by itself: the fact must not wait for what follows from it.
      if (!act || t.isRedone || work.dueAt > t.now || !deps.isRunning()) return false
      t.beforeCommit(async () => {
        if ((await workStore.headOfKey(t, work.key)) !== undefined) return record()
        try {
          await act(t, work.subject)
        } catch (error) {
          deps.onFailed(work, error)
          throw new Redo(`the work ${work.kind} on ${work.key} failed with its fact`, { cause: error })
        }
        t.afterCommit(deps.onDone)
      })
      return true
    },
  }
}
