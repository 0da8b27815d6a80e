// What can go wrong in the simulated world. Each seed draws a subset, so that no two kinds hide each other for ever.

import type { SeededRandom } from '../time/seeded-random.ts'

export const faultKinds = [
  'kill',
  'kill-at-point',
  'kill-at-statement',
  'kill-at-start',
  'power-cut',
  'power-cut-at-point',
  'sync-error',
  'io-error',
  'disk-full',
  'database-busy',
  'slow-sync',
  'clock-jump',
  'freeze',
  'run-twice',
  'stop',
  'kill-while-stopping',
  'interrupt',
  'pinned-reader',
] as const

export type FaultKind = (typeof faultKinds)[number]

/** Those that no life ends by. Some seeds have only these, so that what takes time can happen. */
const gentleKinds: readonly FaultKind[] = [
  'freeze',
  'clock-jump',
  'interrupt',
  'slow-sync',
  'run-twice',
  'pinned-reader',
  'disk-full',
  'database-busy',
]

export function chooseFaultKinds(random: SeededRandom): FaultKind[] {
  const likelihood = random.pick([0.2, 0.4, 0.7])
  const family = random.fraction()
  if (family < 0.15) return ['freeze', ...(random.chance(0.3) ? (['clock-jump'] as const) : [])]
  const kinds = family < 0.3 ? gentleKinds : faultKinds
  return kinds.filter(() => random.chance(likelihood))
}

/** The points in the store and the work runner at which a life can be ended. */
export const faultPoints = [
  'tx.before-commit',
  'tx.after-commit',
  'sync.done',
  'work.claimed',
  'work.before-finish',
] as const
