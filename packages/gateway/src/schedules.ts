// What happens by itself, again and again. Each is one timer row that comes back after every run; each run is bounded,
// and comes back soon when it could not finish.

import { limits } from '@heddle/contract'
import { sweepIdempotency } from './channels/web/idempotency.ts'
import type { Deliveries } from './delivery/delivery.ts'
import type { Tx } from './foundation/database/store.ts'
import type { WorkQueue } from './foundation/work/work-queue.ts'
import type { WorkDefinition } from './foundation/work/work-runner.ts'
import { workStore } from './foundation/work/work-store.ts'
import type { Notifications } from './notifications/notifications.ts'
import type { People } from './people/people.ts'
import type { Routing } from './routing/routing.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface SweepingRooms {
  deliveries: Pick<Deliveries, 'forgetOld'>
  notifications: Pick<Notifications, 'forgetOld'>
  routing: { bindings: Pick<Routing['bindings'], 'forgetOld'> }
  people: Pick<People, 'expireSweep'>
  sessions: Pick<Sessions, 'forgetUnusedFiles' | 'removeIdleContents'>
}

interface Schedule {
  everyMs: number
  /** What touches more than the database comes first, outside of the transaction; true if more remains. */
  before?(rooms: SweepingRooms): Promise<boolean>
  /** True if more remains to be done. */
  run(rooms: SweepingRooms, t: Tx): Promise<boolean>
}

const hourMs = 3_600_000
const soonMs = 1_000
const factsAtOnce = 500

export const schedules: Readonly<Record<string, Schedule>> = {
  'people.expire': {
    everyMs: hourMs,
    run: (rooms, t) => rooms.people.expireSweep(t),
  },
  'web.forget-answers': {
    everyMs: hourMs,
    run: (_, t) => sweepIdempotency(t),
  },
  'files.forget': {
    everyMs: hourMs,
    before: (rooms) => rooms.sessions.removeIdleContents(),
    run: (rooms, t) => rooms.sessions.forgetUnusedFiles(t),
  },
  'bindings.forget': {
    everyMs: hourMs,
    run: (rooms, t) => rooms.routing.bindings.forgetOld(t),
  },
  'deliveries.forget': {
    everyMs: hourMs,
    run: (rooms, t) => rooms.deliveries.forgetOld(t),
  },
  'notifications.forget': {
    everyMs: hourMs,
    run: (rooms, t) => rooms.notifications.forgetOld(t),
  },
  'facts.forget': {
    everyMs: hourMs,
    run: async (_, t) => {
      const deleted = await workStore.deleteFactsBefore(t, t.now - limits.factsKeptMs, factsAtOnce)
      return deleted === factsAtOnce
    },
  },
}

export async function ensureSchedules(t: Tx, queue: WorkQueue): Promise<void> {
  for (const [kind, { everyMs }] of Object.entries(schedules)) {
    await queue.ensure(t, kind, { kind, lane: 'timers', key: kind, subject: '', dueAt: t.now + everyMs })
  }
}

export function defineScheduledWork(rooms: SweepingRooms): Record<string, WorkDefinition> {
  const definitions: Record<string, WorkDefinition> = {}
  for (const [kind, schedule] of Object.entries(schedules)) {
    definitions[kind] = {
      // A sweep that was given up would never come back.
      attemptsMax: Number.MAX_SAFE_INTEGER,
      async run(job) {
        const left = (await schedule.before?.(rooms)) ?? false
        await job.commit(async (t) => {
          const more = await schedule.run(rooms, t)
          await job.again(t, t.now + (left || more ? soonMs : schedule.everyMs))
        })
      },
    }
  }
  return definitions
}
