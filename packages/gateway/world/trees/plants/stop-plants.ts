// Mistakes in ending a turn that was asked to stop and that nobody has in hand.

import { alterStatements } from '../../sessions/plants/alter-statements.ts'
import { treeMixOf } from '../load/tree-mix.ts'
import type { TreesShape } from '../trees-shape.ts'
import { eagerModel, eagerWorld, roomyLimits } from './eager-trees.ts'
import type { TreesPlant } from './trees-plant.ts'

/** There is one slot, whoever has it keeps it for long, and much is stopped. */
const crowdedWorld: Partial<TreesShape> = {
  ...eagerWorld,
  runners: 1,
  clients: 3,
  thinkMs: 4_000,
  lanes: { reactions: { cap: 4 }, timers: { cap: 1 }, deliveries: { cap: 2 }, turns: { cap: 1 } },
  mix: treeMixOf({ spawn: 2, stop: 6, stopBelow: 4 }),
  limits: { ...roomyLimits, maxConcurrent: 1 },
  model: { ...eagerModel, weights: { ...eagerModel.weights, fail: 2, hang: 8 }, waitChance: 0.9 },
}

export const stopPlants: readonly TreesPlant[] = [
  {
    name: 'stop-waits-for-a-slot',
    mistake: 'a turn that was asked to stop while it waits is ended when there is a slot for it',
    foundWithinSeeds: 40,
    focus: crowdedWorld,
    store: (store) =>
      alterStatements(store, () => ({
        run(text, query, t) {
          if (!text.startsWith('insert into "work"')) return undefined
          const compiled = query.compile()
          if (!compiled.parameters.includes('sessions.end-stopped')) return undefined
          const parameters = compiled.parameters.map((value) => (value === 'timers' ? 'turns' : value))
          return t.run({ compile: () => ({ ...compiled, parameters }) })
        },
      })),
  },
  {
    name: 'stop-left-to-who-let-go',
    mistake:
      'a turn that its holder had to let go of is ended by a stop only when somebody has it in hand again',
    foundWithinSeeds: 40,
    focus: { ...crowdedWorld, faults: ['interrupt'], faultsPerStep: 0.15 },
    timers: (timers) => ({ ...timers, isKeyHeld: async () => true }),
  },
]
