// How one seed's world is made: how many clients and runners, how busy, how slow, which faults. Everything that is
// fixed before the first step.

import type { LogLimits } from '../../src/foundation/database/log-keeper.ts'
import type { Lanes } from '../../src/foundation/work/lanes.ts'
import { chooseFaultKinds, type FaultKind } from '../faults/fault-kinds.ts'
import { chooseMix, type OperationMix } from '../load/choose-operation.ts'
import { chooseHabits, type JobHabits } from '../load/jobs.ts'
import { chooseLanes } from '../load/work-kinds.ts'
import type { SeededRandom } from '../time/seeded-random.ts'

export interface Shape {
  clients: number
  /** More than one shares the store, as several nodes will. */
  runners: number
  lanes: Lanes
  mix: OperationMix
  habits: JobHabits
  thinkMs: number
  readChance: number
  latenessMs: number
  syncMs: number
  checkpointMs: number
  logLimits: LogLimits
  /** How many migrations the folder has seen when the world begins; if undefined, all that the load needs. */
  migrationsDone: number | undefined
  faults: readonly FaultKind[]
  faultsPerStep: number
}

export function chooseShape(random: SeededRandom): Shape {
  const chosen = chooseFaultKinds(random.stream('faults'))
  const freezes = chosen.includes('freeze')
  const mix = chooseMix(random)
  return {
    clients: random.between(2, 8),
    runners: random.chance(freezes ? 0.8 : 0.3) ? 2 : 1,
    lanes: chooseLanes(random),
    // Where holders freeze, there is much that may not leave twice.
    mix: freezes ? { ...mix, post: mix.post + 5 } : mix,
    habits: chooseHabits(random),
    thinkMs: random.pick([100, 1_000, 4_000, 12_000]),
    readChance: random.pick([0, 0.2, 0.5]),
    latenessMs: random.pick([0, 0, 5, 80, 1_500]),
    syncMs: random.pick([0, 2, 30, 400]),
    checkpointMs: random.pick([1, 50, 1_500]),
    logLimits: {
      checkpointCommits: random.pick([8, 30, 100, 300]),
      restartBytes: random.pick([40_000, 200_000, 1_000_000]),
    },
    migrationsDone: random.chance(0.2) ? random.pick([0, 0, 1, 2]) : undefined,
    faults: chosen,
    faultsPerStep: random.pick([0.005, 0.02, 0.05]),
  }
}
