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

export function isFaultKind(text: string): text is FaultKind {
  return (faultKinds as readonly string[]).includes(text)
}

export function chooseFaultKinds(random: SeededRandom): FaultKind[] {
  const likelihood = random.pick([0.15, 0.35, 0.6])
  return faultKinds.filter(() => random.chance(likelihood))
}

/** The points in the store and the work runner at which a life can be ended. */
export const faultPoints = [
  'tx.before-commit',
  'tx.after-commit',
  'sync.done',
  'work.claimed',
  'work.before-finish',
] as const
