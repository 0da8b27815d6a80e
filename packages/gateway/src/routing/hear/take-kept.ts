// Takes what was kept for a place, one by one in its order: the body of durable work under the place's key. What is read
// from the platform is read here, outside of any transaction; then one transaction brings the session back, points the
// binding at it and lets the message in (REV1, REV4).

import { limits, Refusal } from '@heddle/contract'
import type { Job } from '../../foundation/work/job.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { readHistory } from '../revival/revive.ts'
import type { ReadHistory } from '../revival/write-preamble.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { KeptArrivalRow } from '../routing-tables.ts'
import { filterHistory } from './filter-history.ts'
import { deleteKept, selectFirstKept } from './hear-store.ts'
import { arrivalIn } from './keep-arrival.ts'
import { lookAtSpeaker } from './look-at-arrival.ts'
import { noteTaken } from './note-arrival.ts'
import { tellRefusal } from './refuse-arrival.ts'
import { takeArrival } from './take-arrival.ts'
import { tellLeftBehind } from './tell-left-behind.ts'

export async function takeKept(deps: RoutingRoom, job: Job, place: string): Promise<void> {
  for (;;) {
    const head = await job.step((t) => t.one(selectFirstKept({ place })))
    if (!head) return job.commit(async () => undefined)
    const history = await readWhatStands(deps, job, head)
    try {
      await job.step((t) => takeOne(deps, t, head, history))
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      await job.step((t) => refuseOne(deps, t, head, error))
    }
  }
}

/** A platform that does not answer holds nobody up for long: what is stored is enough to go on with (REV3). */
async function readWhatStands(
  deps: RoutingRoom,
  job: Job,
  head: KeptArrivalRow,
): Promise<ReadHistory | undefined> {
  const look = await job.step((t) => lookAtSpeaker(deps, t, arrivalIn(head)))
  const binding = look.kind === 'heard' && look.hearing.choice.kind === 'revive' && look.hearing.binding
  if (!binding) return undefined
  const waited = Promise.withResolvers<ReadHistory>()
  const gaveUp = new AbortController()
  const end = deps.clock.timer(limits.historyReadMs, () => {
    gaveUp.abort()
    waited.resolve({ kind: 'unreadable', why: 'the platform took too long' })
  })
  try {
    const signal = AbortSignal.any([job.signal, gaveUp.signal])
    const history = await Promise.race([readHistory(deps, binding, signal), waited.promise])
    // Whoever comes after us asks again.
    job.signal.throwIfAborted()
    return history
  } finally {
    end()
  }
}

async function takeOne(
  deps: RoutingRoom,
  t: Tx,
  head: KeptArrivalRow,
  history: ReadHistory | undefined,
): Promise<void> {
  const arrival = arrivalIn(head)
  const look = await lookAtSpeaker(deps, t, arrival)
  if (look.kind !== 'heard') {
    await t.run(deleteKept(head))
    if (look.kind === 'unheard') await tellLeftBehind(deps, t, head)
    return noteTaken(t, arrival, { reason: look.reason })
  }
  // What is bound there came to its end since the platform was asked: it is asked for that, first.
  if (look.hearing.choice.kind === 'revive' && history === undefined) return
  await t.run(deleteKept(head))
  // Here and not when it was read: what is redacted until now is not told.
  const told = history && (await filterHistory(deps, t, arrival, history))
  await takeArrival(deps, t, arrival, look.hearing, told, noteTaken)
}

async function refuseOne(deps: RoutingRoom, t: Tx, head: KeptArrivalRow, refusal: Refusal): Promise<void> {
  const arrival = arrivalIn(head)
  await t.run(deleteKept(head))
  await noteTaken(t, arrival, { reason: refusal.code })
  await tellRefusal(deps, t, arrival, refusal)
}
