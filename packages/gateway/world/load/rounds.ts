// Work that comes back for ever, made sure of at every start: as the program's own sweeps.

import type { Tx } from '../../src/foundation/database/store.ts'
import type { Job } from '../../src/foundation/work/job.ts'
import type { WorkQueue } from '../../src/foundation/work/work-queue.ts'
import { ledgerStore } from './ledger-store.ts'

export const roundsName = 'rounds'
const everyMs = 20_000

export async function ensureRounds(t: Tx, queue: WorkQueue): Promise<void> {
  const was = await ledgerStore.stateOfNamed(t, roundsName)
  const dueAt = t.now + everyMs
  const item = { kind: roundsName, lane: 'timers', key: roundsName, subject: roundsName, dueAt }
  await queue.ensure(t, roundsName, item)
  if (was === null || was === 'dead') {
    await ledgerStore.addTimerEvent(t, { name: roundsName, event: 'set', dueAt, was })
  }
}

export async function goRound(job: Job): Promise<void> {
  await job.commit(async (t) => {
    const dueAt = t.now + everyMs
    await ledgerStore.addTimerEvent(t, { name: roundsName, event: 'fired', dueAt: null, was: null })
    await job.again(t, dueAt)
    await ledgerStore.addTimerEvent(t, { name: roundsName, event: 'set', dueAt, was: null })
  })
}
