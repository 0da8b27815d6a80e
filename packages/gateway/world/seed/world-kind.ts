// A kind of simulated world as the commands see it: named, with its own planted mistakes and rare states, and a way to
// run one seed of it.

import type { FaultKind } from '../faults/fault-kinds.ts'
import type { RareState } from '../watch/sometimes.ts'
import type { SeedResult } from './seed-result.ts'

export const worldNames = ['store', 'sessions', 'trees', 'places'] as const
export type WorldName = (typeof worldNames)[number]

export interface SeedQuestion {
  seed: number
  steps: number
  faults?: readonly FaultKind[]
  plantName?: string
  /** Without the rules that read the database: the run is the same, only nobody looks. */
  unchecked?: boolean
}

export type RunSeed = (question: SeedQuestion, onLine?: (line: string) => void) => Promise<SeedResult>

export interface WorldKind {
  /** While things go wrong; coming to rest takes some hundred more. */
  standardSteps: number
  plantNames: readonly string[]
  rareStates: readonly RareState[]
  /** Lays the ground that all seeds stand on, in that folder. */
  open(folder: string): Promise<RunSeed>
}
