// Sends what waits for one place, in order and one request at a time (DLV2). What came of one request and what comes next
// are one transaction; nothing leaves before it is on disk that it is about to (I4).

import { type DeliveryId, limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import { changeItem } from './change-item.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { placeOf } from './item.ts'
import { filesOf, makeRequest, seek } from './make-request.ts'
import { forgotten, loadItem, recordEnd } from './record-end.ts'
import { recordLook } from './record-look.ts'
import { expireOpenings, type Step, takeNext, whenNext } from './take-next.ts'
import { waitOutside } from './wait-outside.ts'

type Record = (t: Tx) => Promise<void>

export async function drainLane(deps: RoomDeps, job: Job, destination: string): Promise<void> {
  let record: Record = (t) => expireOpenings(deps, t, destination)
  // Not without end: others have lanes too.
  for (let left: number = limits.deliveriesPerRoundMax; left > 0; left--) {
    const before = record
    if (job.signal.aborted) {
      await job.step(before)
      throw job.signal.reason
    }
    const { step } = await job.stepOrEnd(async (t) => {
      await before(t)
      return rest(job, t, await takeNext(deps, t, destination))
    })
    if (step.kind === 'rest') return
    record = await carryOut(deps, job, step)
  }
  await job.commit(async (t) => {
    await record(t)
    const dueAt = await whenNext(deps, t, destination)
    // Behind those that are due by now.
    if (dueAt !== undefined) await job.again(t, Math.max(dueAt, t.now + 1))
  })
}

/** In the transaction that found nothing to do: whatever comes after it wakes the lane anew. */
async function rest(job: Job, t: Tx, step: Step): Promise<{ step: Step; isOver: boolean }> {
  const isOver = step.kind === 'rest'
  if (isOver && step.until !== undefined) await job.again(t, step.until)
  return { step, isOver }
}

async function carryOut(deps: RoomDeps, job: Job, step: Exclude<Step, { kind: 'rest' }>): Promise<Record> {
  const { id } = step.item.row
  if (step.kind === 'look') {
    const place = placeOf(step.item)
    if (!place) throw new Error(`the delivery ${id} has no place`)
    const beganAt = deps.clock.mono()
    const sought = await waitOutside(deps, job, () => seek(deps, step.item, place, step.channel))
    const tookMs = deps.clock.mono() - beganAt
    const chance = deps.random.fraction()
    return (t) => recordLook(deps, t, { id, sought, tookMs, chance })
  }
  const files = await filesOf(deps, step.item)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const holding = deps.filesInFlight.hold(bytes, job.signal, async () => {
    await deps.store.durable()
    if (!(await job.holds())) throw new NoLongerOurs()
    return waitOutside(deps, job, () => makeRequest(deps, step, files))
  })
  const ended = await holding.catch((error: unknown) => callOff(deps, job, id, error))
  const chance = deps.random.fraction()
  return (t) => recordEnd(deps, t, { id, ended, chance })
}

class NoLongerOurs extends Error {}

/** Nothing has left, and whoever comes next need not wonder. If that is somebody else already, this fails. */
async function callOff(deps: RoomDeps, job: Job, id: DeliveryId, error: unknown): Promise<never> {
  if (!(error instanceof NoLongerOurs) && !job.signal.aborted) throw error
  await job.step(async (t) => {
    const item = await loadItem(t, id)
    const { unwanted } = item.tracks
    const isVain = item.content.kind === 'edit' && unwanted !== undefined
    await changeItem(
      deps,
      t,
      item,
      isVain
        ? { state: 'withdrawn', reason: unwanted, ...forgotten(item) }
        : { state: 'waiting', reason: null },
    )
  })
  throw job.signal.reason ?? new Error(`the lane of ${id} is no longer ours`)
}
