// The time of bindings (BND6). Each row says when to look at it, and one timer for all of them stands at the first such
// time: a timer of its own would cost every binding more than the rest of it.

import { type BindingEnd, limits, placeName } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Log } from '../../foundation/logging/log.ts'
import type { Job } from '../../foundation/work/job.ts'
import type { WorkQueue } from '../../foundation/work/work-queue.ts'
import { selectFirstKept } from '../hear/hear-store.ts'
import type { BindingRow } from '../routing-tables.ts'
import { conversationOf, endsOf, nextEnd } from './binding-of-row.ts'
import { selectBinding, selectNextLook, selectToLook, updateBinding } from './binding-store.ts'

const timer = 'bindings'
const endedAtOnce = 20

type EndBinding = (t: Tx, id: BindingRow['id'], how: { why: BindingEnd }) => Promise<boolean>

/** The timer stands no later than that. */
export async function wakeExpiry(timers: Pick<WorkQueue, 'bringForward'>, t: Tx, at: number): Promise<void> {
  const work = { kind: 'routing.expire-bindings', lane: 'timers', key: timer, subject: '' }
  await timers.bringForward(t, timer, { ...work, dueAt: at })
}

interface Expiry {
  job: Job
  end: EndBinding
  log: Log
}

export async function expireDue(expiry: Expiry): Promise<void> {
  const { job, end } = expiry
  try {
    await job.commit(async (t) => {
      for (const row of await t.all(selectToLook({ now: t.now, limit: endedAtOnce })))
        await lookAt(t, row, end)
      await comeAgain(job, t)
    })
  } catch {
    // One of them may be what fails, and must not hold up those behind it.
    await expireOneByOne(expiry)
  }
}

async function expireOneByOne({ job, end, log }: Expiry): Promise<void> {
  const due = await job.step((t) => t.all(selectToLook({ now: t.now, limit: endedAtOnce })))
  for (const { id } of due) {
    try {
      await job.step(async (t) => {
        const row = await t.one(selectBinding({ id }))
        if (row && row.look_at !== null && row.look_at <= t.now) await lookAt(t, row, end)
      })
    } catch (error) {
      // Where it is the store that fails, or somebody else has taken this over, this does too.
      const againMs = await job.step((t) => putOff(t, id))
      const why = error instanceof Error ? error.message : String(error)
      log.warn('a binding could not be ended', { binding: id, why, againMs })
    }
  }
  await job.commit((t) => comeAgain(job, t))
}

async function comeAgain(job: Job, t: Tx): Promise<void> {
  const next = await t.one(selectNextLook({}))
  // More that is due comes behind what others wait for.
  if (next && next.look_at !== null) await job.again(t, Math.max(next.look_at, t.now + 1))
}

/** For as long as it has been overdue: after each time twice as long. */
async function putOff(t: Tx, id: BindingRow['id']): Promise<number> {
  const row = await t.one(selectBinding({ id }))
  const overdueMs = t.now - ((row && nextEnd(row)) ?? t.now)
  const againMs = Math.min(limits.bindingEndAgainMsMax, Math.max(limits.bindingEndAgainMsMin, overdueMs))
  await updateBinding(t, id, { look_at: t.now + againMs })
  return againMs
}

async function lookAt(t: Tx, row: BindingRow, end: EndBinding): Promise<void> {
  const at = nextEnd(row)
  // Never any more, or later: somebody wrote there since.
  if (at === null || at > t.now) return updateBinding(t, row.id, { look_at: at })
  // What was said there in time goes on with it, and may wait for its turn still.
  if (await isOneKeptBefore(t, row, at))
    return updateBinding(t, row.id, { look_at: t.now + limits.bindingEndAgainMsMin })
  await end(t, row.id, { why: at === endsOf(row).maxAgeAt ? 'max_age' : 'idle' })
}

async function isOneKeptBefore(t: Tx, row: BindingRow, at: number): Promise<boolean> {
  const first = await t.one(selectFirstKept({ place: placeName(conversationOf(row)) }))
  return first !== undefined && first.created_at <= at
}
