// How the model of a world of places behaves in one seed.

import { calmModel } from '../../sessions/model/model-habits.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import { chooseTreeHabits, type TreeHabits } from '../../trees/model/tree-habits.ts'

export interface PlaceHabits extends TreeHabits {
  /** Of what it spawns: with a conversation of its own. */
  threadChance: number
  /** Of what it says last: longer than a platform takes at once. */
  longChance: number
  /** Of saying something in its place besides its answer. */
  messageChance: number
}

export function choosePlaceHabits(random: SeededRandom): PlaceHabits {
  const usual = chooseTreeHabits(random)
  const isSound = random.chance(0.6)
  const weights = isSound ? { ...usual.weights, fail: 0, cut: 0, hang: 0, garbage: 0 } : usual.weights
  return {
    ...usual,
    weights: { ...weights, text: random.between(4, 8), tools: random.between(3, 6) },
    spawnsAtOnceMax: random.pick([1, 1, 2]),
    meddleChance: random.pick([0, 0, 0.2]),
    timeoutChance: random.pick([0, 0.2]),
    threadChance: random.pick([0.3, 0.7, 0.95]),
    longChance: random.pick([0, 0.1, 0.4]),
    askChance: random.pick([0, 0, 0.15, 0.4]),
    messageChance: random.pick([0, 0.15, 0.4]),
  }
}

/** When everything shall come to rest. */
export function calmed(habits: PlaceHabits): PlaceHabits {
  return { ...habits, ...calmModel, skipChance: 0, lieChance: 0, longChance: 0, messageChance: 0 }
}
