// How one seed's world of sessions is made: who is there, how busy they are, how the model behaves, which faults.

import type { LogLimits } from '../../src/foundation/database/log-keeper.ts'
import type { Lanes } from '../../src/foundation/work/lanes.ts'
import { chooseFaultKinds, type FaultKind } from '../faults/fault-kinds.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import { type ActMix, chooseActMix, chooseDecidingMix } from './load/act-mix.ts'
import { chooseAskingHabits, chooseModelHabits, type ModelHabits } from './model/model-habits.ts'

/** Of any world of agents. */
export interface AgentsShape {
  clients: number
  followers: number
  runners: number
  lanes: Lanes
  thinkMs: number
  /** How often an answer does not reach the client. */
  lostAnswers: number
  latenessMs: number
  syncMs: number
  checkpointMs: number
  logLimits: LogLimits
  migrationsDone: undefined
  faults: readonly FaultKind[]
  faultsPerStep: number
}

export interface SessionsShape extends AgentsShape {
  mix: ActMix
  model: ModelHabits
  /** Of the model's window: the past is soon too long for a small one. */
  windowTokens: number
}

export function chooseSessionsShape(random: SeededRandom): SessionsShape {
  const faults = chooseFaultKinds(random.stream('faults'))
  // Where holders freeze, there must be time for others to take over.
  const freezes = faults.includes('freeze')
  const asks = random.chance(0.35)
  return {
    clients: random.between(2, 5),
    followers: random.between(1, 3),
    runners: random.chance(freezes ? 0.8 : 0.2) ? 2 : 1,
    lanes: {
      reactions: { cap: random.between(1, 4), isEager: true },
      timers: { cap: 1 },
      deliveries: { cap: 2 },
      turns: { cap: random.pick([1, 2, 8]) },
    },
    mix: asks ? chooseDecidingMix(random) : chooseActMix(random),
    model: asks ? chooseAskingHabits(random) : chooseModelHabits(random),
    thinkMs: freezes ? random.pick([1_500, 4_000, 8_000]) : random.pick([40, 300, 1_500]),
    ...chooseMachine(random),
    faults,
    faultsPerStep: random.pick([0.005, 0.02, 0.05]),
    windowTokens: asks ? 4_000 : random.pick([350, 500, 2_000]),
  }
}

export type Machine = Pick<
  AgentsShape,
  'lostAnswers' | 'latenessMs' | 'syncMs' | 'checkpointMs' | 'logLimits' | 'migrationsDone'
>

/** How quick the wire, the disk and the processor are. */
export function chooseMachine(random: SeededRandom): Machine {
  return {
    lostAnswers: random.pick([0, 0.05, 0.2]),
    latenessMs: random.pick([0, 0, 5, 80, 1_000]),
    syncMs: random.pick([0, 2, 30, 300]),
    checkpointMs: random.pick([1, 50, 1_000]),
    logLimits: {
      checkpointCommits: random.pick([20, 60, 200]),
      restartBytes: random.pick([80_000, 300_000, 1_000_000]),
    },
    migrationsDone: undefined,
  }
}
