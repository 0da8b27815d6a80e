// A rule that must hold over the database and the ground truth. `at` says when it can be judged: at every commit, when
// a life has just begun, or when everything has come to rest.

import type { Breaches } from '../watch/breach.ts'
import type { GroundTruth } from '../watch/ground-truth.ts'

/** Rows of the database as the newest commit left it. */
export type Rows = <Row>(sql: string, parameters?: readonly unknown[]) => Row[]

export interface Evidence {
  rows: Rows
  /** The store's time. */
  now(): number
  truth: GroundTruth
  latestSchema: number
}

export interface Invariant<E = Evidence> {
  rule: string
  at: 'commit' | 'start' | 'rest'
  /** What is wrong, one sentence each. */
  check(evidence: E): string[]
}

export function checkAll<E>(
  invariants: readonly Invariant<E>[],
  at: Invariant['at'],
  evidence: E,
  breaches: Breaches,
): void {
  for (const invariant of invariants) {
    if (invariant.at !== at) continue
    breaches.during(invariant.rule, () => {
      const [complaint] = invariant.check(evidence)
      if (complaint !== undefined) breaches.report(invariant.rule, complaint)
    })
  }
}
