// Mistakes about how far trees grow, what is in them, and how they end.

import { sleep } from '../../../src/foundation/clock.ts'
import { alterStatements } from '../../sessions/plants/alter-statements.ts'
import { treeMixOf } from '../load/tree-mix.ts'
import { eagerModel, eagerWorld, roomyLimits } from './eager-trees.ts'
import type { TreesPlant } from './trees-plant.ts'

const countsActive = (text: string) => text.startsWith('select count(*) as "active" from "runs"')
const looksForCall = (text: string) => text.startsWith('select * from "runs" where "call_event_id"')
const looksBelow = (text: string) => text.startsWith('with recursive "below"')

export const treePlants: readonly TreesPlant[] = [
  {
    name: 'children-counted-too-early',
    mistake: 'how many sub-agents there are is looked up before the transaction that adds one',
    foundWithinSeeds: 20,
    focus: {
      ...eagerWorld,
      limits: { ...roomyLimits, maxChildrenPerAgent: 2 },
      model: { ...eagerModel, spawnsAtOnceMax: 8 },
    },
    store(store) {
      const before = new Map<unknown, unknown>()
      return alterStatements(store, () => {
        let isSpawn = false
        return {
          one(text, parameters, row) {
            isSpawn ||= looksForCall(text)
            if (!isSpawn || !countsActive(text)) return row
            const known = before.get(parameters[0]) ?? { active: 0 }
            before.set(parameters[0], row)
            return known
          },
        }
      })
    },
  },
  {
    name: 'waiting-holds-its-slot',
    mistake: 'a call that waits for sub-agents keeps the slot that they need',
    foundWithinSeeds: 20,
    focus: {
      ...eagerWorld,
      limits: { ...roomyLimits, maxConcurrent: 1 },
      model: { ...eagerModel, waitChance: 0.9 },
    },
    tools: (tools, clock) => ({
      async open(scene, signal) {
        const set = await tools.open(scene, signal)
        return {
          ...set,
          async run(call, run) {
            for (;;) {
              const outcome = await set.run(call, run)
              if (!outcome.waitsFor || run.signal.aborted) return outcome
              await sleep(clock, 500)
            }
          },
        }
      },
    }),
  },
  {
    name: 'parents-take-no-turns',
    mistake: 'the same parent comes first each time that a slot is free',
    foundWithinSeeds: 20,
    focus: { ...eagerWorld, limits: { ...roomyLimits, maxConcurrent: 1 } },
    workStore: (workStore) => ({
      ...workStore,
      dueOfNextParent: (t, lane) => workStore.dueOfNextParent(t, lane, ''),
    }),
  },
  {
    name: 'deadline-in-memory',
    mistake: 'the time of a run is only known to the process that began it',
    foundWithinSeeds: 20,
    focus: { ...eagerWorld, faults: ['kill'], model: { ...eagerModel, timeoutChance: 0.8 } },
    timers: (timers, clock, store) => ({
      ...timers,
      async schedule(t, name, item) {
        if (!name.startsWith('run-deadline:')) return timers.schedule(t, name, item)
        const late = () => store.tx((later) => timers.schedule(later, name, { ...item, dueAt: later.now }))
        t.afterCommit(() => void clock.timer(item.dueAt - t.now, () => void late().catch(() => undefined)))
      },
    }),
  },
  {
    name: 'cascade-misses-a-level',
    mistake: 'a stop reaches the sub-agents of a session, and not those below them',
    foundWithinSeeds: 60,
    focus: {
      ...eagerWorld,
      mix: treeMixOf({ stop: 3, kill: 2 }),
      model: { ...eagerModel, toolMs: 6_000, waitChance: 0.6 },
    },
    store: (store) =>
      alterStatements(store, () => ({
        // The edge: what that query finds.
        all(text, rows) {
          if (!looksBelow(text)) return rows
          const found = rows as readonly { depth: number }[]
          const highest = Math.min(...found.map(({ depth }) => depth))
          return found.filter(({ depth }) => depth === highest)
        },
      })),
  },
  {
    name: 'rights-not-kept',
    mistake: 'what a sub-agent may use at most is not kept with it',
    foundWithinSeeds: 20,
    focus: { ...eagerWorld, model: { ...eagerModel, narrowChance: 0.8 } },
    store: (store) =>
      alterStatements(store, () => ({
        run(text, query, t) {
          if (!text.startsWith('insert into "runs"')) return undefined
          const compiled = query.compile()
          const parameters = compiled.parameters.map((value) =>
            typeof value === 'string' && value.startsWith('[{') ? '[]' : value,
          )
          return t.run({ compile: () => ({ ...compiled, parameters }) })
        },
      })),
  },
  {
    name: 'ends-before-its-children',
    mistake: 'a run ends with its turn, whatever still runs below it',
    foundWithinSeeds: 20,
    focus: eagerWorld,
    store: (store) =>
      alterStatements(store, () => {
        let isSpawn = false
        return {
          one(text, _, row) {
            isSpawn ||= looksForCall(text)
            return !isSpawn && countsActive(text) ? { active: 0 } : row
          },
        }
      }),
  },
  {
    name: 'persistent-taken-for-a-run',
    mistake: 'a persistent sub-agent is over when its task is',
    foundWithinSeeds: 20,
    focus: { ...eagerWorld, model: { ...eagerModel, persistChance: 0.5 } },
    store: (store) =>
      alterStatements(store, () => ({
        one: (text, _, row) =>
          row !== undefined && text.startsWith('select * from "runs" where "session_id"')
            ? { ...row, mode: 'run' }
            : row,
      })),
  },
  {
    name: 'end-not-foretold',
    mistake: 'nobody puts on record that a run was stopped, and it ends as what its last turn came to',
    foundWithinSeeds: 40,
    focus: {
      ...eagerWorld,
      mix: treeMixOf({ stop: 4, kill: 2, stopBelow: 2 }),
      model: { ...eagerModel, toolMs: 6_000 },
    },
    store: (store) =>
      alterStatements(store, () => ({
        run: (text) => (text.startsWith('update "runs" set "ending"') ? Promise.resolve(1) : undefined),
      })),
  },
]
