// What many seeds came to, added up.

import type { FaultKind } from '../faults/fault-kinds.ts'
import type { SeedResult } from '../seed/seed-result.ts'
import type { RareState } from '../watch/sometimes.ts'

export interface SeedTally {
  add(result: SeedResult): void
  sum(): SeedSum
}

export interface SeedSum {
  seeds: number
  /** Of one run of each seed; each is run twice. */
  steps: number
  fewestSteps: number
  virtualHours: number
  acknowledged: number
  powerCuts: number
  faults: Partial<Record<FaultKind, number>>
  faultsInAll: number
  counts: Record<string, number>
  sometimes: Partial<Record<RareState, number>>
  neverSeen: RareState[]
  failures: SeedResult[]
}

/** `states`: those that such worlds must reach. */
export function createSeedTally(states: readonly RareState[]): SeedTally {
  const results: SeedResult[] = []

  return {
    add: (result) => void results.push(result),
    sum() {
      const total = (of: (result: SeedResult) => number) =>
        results.reduce((sum, result) => sum + of(result), 0)
      const faults: Partial<Record<FaultKind, number>> = {}
      for (const result of results) {
        for (const [kind, count] of Object.entries(result.faults) as [FaultKind, number][]) {
          faults[kind] = (faults[kind] ?? 0) + count
        }
      }
      const counts: Record<string, number> = {}
      for (const result of results) {
        for (const [what, count] of Object.entries(result.counts)) counts[what] = (counts[what] ?? 0) + count
      }
      const seen = states.map(
        (state) => [state, results.filter((result) => result.sometimes.includes(state)).length] as const,
      )
      return {
        seeds: results.length,
        steps: total((result) => result.steps),
        fewestSteps: Math.min(...results.map((result) => result.steps)),
        virtualHours: total((result) => result.virtualMs) / 3_600_000,
        acknowledged: total((result) => result.acknowledged),
        powerCuts: total((result) => result.powerCuts),
        faults,
        counts,
        faultsInAll: Object.values(faults).reduce((sum, count) => sum + count, 0),
        sometimes: Object.fromEntries(seen),
        neverSeen: seen.filter(([, count]) => count === 0).map(([state]) => state),
        failures: results.filter((result) => result.breach).sort((a, b) => a.seed - b.seed),
      }
    },
  }
}
