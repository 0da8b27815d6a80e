// What the world of one seed came to.

import type { FaultKind } from '../faults/fault-kinds.ts'
import type { Breaches } from '../watch/breach.ts'
import type { RareState } from '../watch/sometimes.ts'
import type { Trace } from '../watch/trace.ts'

export interface SeedResult {
  seed: number
  steps: number
  virtualMs: number
  hash: string
  faults: Partial<Record<FaultKind, number>>
  sometimes: RareState[]
  acknowledged: number
  powerCuts: number
  /** What else this kind of world counts. */
  counts: Readonly<Record<string, number>>
  breach: { rule: string; message: string; tail: string[] } | undefined
}

export function describeBreach({ first }: Breaches, trace: Trace): SeedResult['breach'] {
  return first && { rule: first.rule, message: first.message, tail: trace.tail() }
}
