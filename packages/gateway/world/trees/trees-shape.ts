// How one seed's world of trees is made: who is there, how far trees may grow, how the model behaves, which faults.

import { chooseFaultKinds } from '../faults/fault-kinds.ts'
import { type AgentsShape, chooseMachine } from '../sessions/sessions-shape.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import { chooseTreeMix, type TreeMix } from './load/tree-mix.ts'
import { chooseTreeHabits, type TreeHabits } from './model/tree-habits.ts'

export interface TreesShape extends AgentsShape {
  mix: TreeMix
  model: TreeHabits
  limits: TreeLimits
  /** By models, in all. */
  spawnsMax: number
}

/** As the configuration has them. */
export interface TreeLimits {
  maxSpawnDepth: number
  maxChildrenPerAgent: number
  maxConcurrent: number
  runTimeoutSeconds: number
  archiveAfterMinutes: number
  /** Whether sub-agents are denied a tool that others have. */
  isPostDenied: boolean
}

export function chooseTreesShape(random: SeededRandom): TreesShape {
  // Where nothing goes wrong, there are also rules about how long things may take.
  const faults = random.chance(0.15) ? [] : chooseFaultKinds(random.stream('faults'))
  const freezes = faults.includes('freeze')
  const model = chooseTreeHabits(random.stream('model'))
  const limits: TreeLimits = {
    maxSpawnDepth: random.pick([1, 2, 3, 5]),
    maxChildrenPerAgent: random.pick([1, 2, 5, 20]),
    maxConcurrent: random.pick([1, 1, 2, 8]),
    runTimeoutSeconds: random.pick([0, 0, 0, 5, 30]),
    archiveAfterMinutes: random.pick([1, 3, 10]),
    isPostDenied: random.chance(0.3),
  }
  return {
    clients: random.between(1, 3),
    followers: 1,
    runners: random.chance(freezes ? 0.8 : 0.2) ? 2 : 1,
    lanes: {
      reactions: { cap: random.between(1, 4), isEager: true },
      timers: { cap: 1 },
      deliveries: { cap: 2 },
      turns: { cap: random.pick([1, 2, 8]) },
      subagent: { cap: limits.maxConcurrent, fair: true },
    },
    thinkMs: freezes ? random.pick([1_500, 4_000, 8_000]) : random.pick([600, 2_500, 8_000]),
    ...chooseMachine(random),
    faults,
    faultsPerStep: random.pick([0.005, 0.02, 0.05]),
    mix: chooseTreeMix(random, model.meddleChance > 0),
    model,
    limits,
    spawnsMax: random.pick([10, 25, 60]),
  }
}
