// How the model of a world of trees behaves in one seed.

import { chooseModelHabits, type ModelHabits } from '../../sessions/model/model-habits.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'

export interface TreeHabits extends ModelHabits {
  spawnChance: number
  /** In one answer, at most. */
  spawnsAtOnceMax: number
  waitChance: number
  /** Kills, steers, tells and looks at those below. */
  meddleChance: number
  /** Of tasks: with a time, persistent, put away at once, with fewer tools. */
  timeoutChance: number
  persistChance: number
  deleteChance: number
  narrowChance: number
  /** Ends without a word of its own. */
  skipChance: number
  /** Claims an outcome of its own making. */
  lieChance: number
}

export function chooseTreeHabits(random: SeededRandom): TreeHabits {
  const usual = chooseModelHabits(random)
  return {
    ...usual,
    weights: { ...usual.weights, text: random.between(2, 4), tools: random.between(6, 12) },
    chunksMax: random.pick([1, 1, 4]),
    askChance: 0,
    spawnChance: random.pick([0.4, 0.7, 0.95]),
    spawnsAtOnceMax: random.pick([1, 2, 4, 8, 25]),
    waitChance: random.pick([0, 0.3, 0.8]),
    meddleChance: random.pick([0, 0.1, 0.5]),
    timeoutChance: random.pick([0, 0.2, 0.6]),
    persistChance: random.pick([0, 0.1, 0.4]),
    deleteChance: random.pick([0, 0.2, 0.8]),
    narrowChance: random.pick([0, 0.3, 0.8]),
    skipChance: random.pick([0, 0.1, 0.4]),
    lieChance: random.pick([0, 0.2]),
  }
}
