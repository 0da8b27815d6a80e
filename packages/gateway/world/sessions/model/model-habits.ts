// How the simulated model behaves in one seed.

import type { SeededRandom } from '../../time/seeded-random.ts'

export const answerKinds = ['text', 'tools', 'fail', 'cut', 'hang', 'garbage'] as const
export type AnswerKind = (typeof answerKinds)[number]

export interface ModelHabits {
  weights: Readonly<Record<AnswerKind, number>>
  chunksMax: number
  /** Between two chunks, at most. */
  chunkMs: number
  reasoningChance: number
  /** Does not listen to an abort. */
  stubbornChance: number
  toolMs: number
  /** How many of its calls need somebody's word. */
  askChance: number
}

export function chooseModelHabits(random: SeededRandom): ModelHabits {
  const some = (chance: number, most: number) => (random.chance(chance) ? random.between(1, most) : 0)
  return {
    weights: {
      text: random.between(4, 8),
      tools: some(0.7, 6),
      fail: some(0.5, 3),
      cut: some(0.4, 2),
      hang: some(0.3, 2),
      garbage: some(0.3, 2),
    },
    chunksMax: random.pick([1, 4, 10]),
    chunkMs: random.pick([0, 20, 200, 1_500]),
    reasoningChance: random.pick([0, 0.3]),
    stubbornChance: random.pick([0, 0, 0.5]),
    toolMs: random.pick([0, 50, 800, 6_000]),
    askChance: random.pick([0, 0.3, 0.8]),
  }
}

/** Calls tools most of the time, and most of those need somebody's word. */
export function chooseAskingHabits(random: SeededRandom): ModelHabits {
  const usual = chooseModelHabits(random)
  const weights = { ...usual.weights, text: 1, tools: 10 }
  return { ...usual, weights, chunksMax: 1, askChance: random.pick([0.4, 0.8]) }
}

/** When everything shall come to rest. */
export const calmModel: ModelHabits = {
  weights: { text: 1, tools: 0, fail: 0, cut: 0, hang: 0, garbage: 0 },
  chunksMax: 1,
  chunkMs: 0,
  reasoningChance: 0,
  stubbornChance: 0,
  toolMs: 0,
  askChance: 0,
}
