// What the outside knows of trees of sub-agents, besides what it knows of sessions.

import type { RunId, SessionId } from '@heddle/contract'
import { createSessionsTruth, type SessionsTruth } from '../sessions/sessions-truth.ts'

export interface TreesTruth extends SessionsTruth {
  /** Sessions of sub-agents that someone was told of. */
  readonly children: SessionId[]
  /** Runs that someone was told of. */
  readonly runs: RunId[]
  /** Runs that had not ended when they were stopped or killed for certain. */
  readonly cut: Set<RunId>
  /** Sessions whose end somebody asked for, whatever became of that: what is below them may be over since. */
  readonly endAsked: Set<SessionId>
  /** How many more the models of this world may spawn. */
  spawnsLeft: number
}

export function createTreesTruth(spawnsMax: number): TreesTruth {
  return {
    ...createSessionsTruth(),
    children: [],
    runs: [],
    cut: new Set(),
    endAsked: new Set(),
    spawnsLeft: spawnsMax,
  }
}
