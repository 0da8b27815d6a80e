// Mistakes in taking, ending and passing on work.

import { sql } from 'kysely'
import { compileOnce, queriesOver } from '../../src/foundation/database/query.ts'
import type { Tx } from '../../src/foundation/database/store.ts'
import type { WorkTables } from '../../src/foundation/work/work-store-tables.ts'
import type { Plant } from './plant.ts'

// Two runners, holders that freeze for longer than a lease, and enough that may not leave twice.
const frozenHolders: Plant['focus'] = { runners: 2, faults: ['freeze'], faultsPerStep: 0.05, thinkMs: 4_000 }

const db = queriesOver<WorkTables>()

const currentFence = compileOnce<{ id: number }, { fence: number }>((place) =>
  db.selectFrom('work').select('fence').where('id', '=', place('id')),
)

const firstReadyOfKey = compileOnce<{ key: string; now: number }, { id: number }>((place) =>
  db
    .selectFrom('work')
    .select('id')
    .where('key', '=', place('key'))
    .where('state', '=', 'ready')
    .where('due_at', '<=', place('now'))
    .orderBy('id')
    .limit(1),
)

export const workPlants: readonly Plant[] = [
  {
    name: 'finish-without-fence',
    mistake: 'whoever finishes a piece of work is believed to hold it',
    foundWithinSeeds: 25,
    focus: frozenHolders,
    workStore: (workStore) => ({
      ...workStore,
      async finish(t, id, fence) {
        return workStore.finish(t, id, (await t.one(currentFence({ id })))?.fence ?? fence)
      },
    }),
  },
  {
    name: 'key-not-asked-for',
    mistake: 'a piece of work is taken although another of its key runs',
    foundWithinSeeds: 10,
    workStore: (workStore) => ({
      ...workStore,
      async headOfKey(t, key) {
        // Without the index that would forbid it.
        await t.run({ compile: () => sql`drop index if exists work_one_at_a_time`.compile(db) })
        return (await t.one(firstReadyOfKey({ key, now: t.now })))?.id
      },
    }),
  },
  {
    name: 'due-time-ignored',
    mistake: 'work is taken before it is due',
    foundWithinSeeds: 10,
    workStore: (workStore) => ({
      ...workStore,
      nextDue: async (r, lanes) =>
        (await workStore.nextDue(r, lanes)).map((dueAt) => (dueAt === null ? null : 0)),
      due: (t, lane, limit) => workStore.due(atTheEndOfTime(t), lane, limit),
    }),
  },
  {
    name: 'retry-loses-the-row',
    mistake: 'work that failed is deleted instead of being tried again',
    foundWithinSeeds: 10,
    workStore: (workStore) => ({
      ...workStore,
      retry: async (t, id, fence) => (await workStore.finish(t, id, fence)) !== undefined,
    }),
  },
  {
    name: 'leases-never-end',
    mistake: 'work whose holder is gone is never freed',
    foundWithinSeeds: 15,
    workStore: (workStore) => ({ ...workStore, expired: () => Promise.resolve([]) }),
  },
  {
    name: 'nobody-is-called',
    mistake: 'whoever leaves a key does not call the next one',
    foundWithinSeeds: 10,
    workStore: (workStore) => ({ ...workStore, callNextOfKey: () => Promise.resolve(false) }),
  },
  {
    name: 'lane-without-cap',
    mistake: 'a lane takes more than it may run',
    foundWithinSeeds: 10,
    workStore: (workStore) => ({ ...workStore, due: (t, lane, limit) => workStore.due(t, lane, limit + 2) }),
  },
  {
    name: 'always-the-first-parent',
    mistake: 'a fair lane begins with the same parent each time',
    foundWithinSeeds: 15,
    workStore: (workStore) => ({
      ...workStore,
      dueOfNextParent: (t, lane) => workStore.dueOfNextParent(t, lane, ''),
    }),
  },
  {
    name: 'give-up-keeps-the-key',
    mistake: 'work that is given up stays as running',
    foundWithinSeeds: 10,
    workStore: (workStore) => ({
      ...workStore,
      giveUp: (t, id, fence) => workStore.renew(t, id, fence, Number.MAX_SAFE_INTEGER),
    }),
  },
  {
    name: 'effect-and-end-apart',
    mistake: 'the effect of work and its end are two transactions',
    foundWithinSeeds: 15,
    job: (job, store) => ({
      ...job,
      async commit(fn) {
        const value = await store.tx(fn)
        await job.commit(async () => undefined)
        return value
      },
    }),
  },
  {
    name: 'sends-without-asking',
    mistake: 'a request leaves without a look whether the work is still ours',
    foundWithinSeeds: 25,
    focus: frozenHolders,
    job: (job) => ({ ...job, holds: () => Promise.resolve(true) }),
  },
]

function atTheEndOfTime(t: Tx): Tx {
  return {
    now: Number.MAX_SAFE_INTEGER,
    all: (query) => t.all(query),
    one: (query) => t.one(query),
    run: (query) => t.run(query),
    beforeCommit: (fn) => t.beforeCommit(fn),
    afterCommit: (fn) => t.afterCommit(fn),
    isRedone: t.isRedone,
  }
}
