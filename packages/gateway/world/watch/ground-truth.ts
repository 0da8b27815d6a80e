// What the outside world knows: which writes were acknowledged, which requests left, who runs what right now. No crash
// takes any of it away.

import type { ClaimedWork } from '../../src/foundation/work/work-store.ts'

export interface Holder {
  runner: string
  work: ClaimedWork
}

/** Held what the life before left behind. */
export const deadHolder = 'a dead process'

export interface Sent {
  what: string
  runner: string
  atMs: number
}

export interface GroundTruth {
  /** `client:n` of every write that was acknowledged. */
  readonly acknowledged: Set<string>
  readonly sent: Sent[]
  /** Who holds a piece of work, by its row id, as far as the newest commit says. */
  readonly holders: Map<number, Holder>
  /** When a subject was last taken away from whom, in the world's time. */
  readonly lost: Map<string, number>
  /** The time of the newest transaction. */
  now: number
  /** That of the first one since the program began. */
  begunAt: number
  /** Whose answer waited for which sync last. */
  lastSync: { client: string; life: number; syncs: number } | undefined
}

export function createGroundTruth(): GroundTruth {
  return {
    acknowledged: new Set(),
    sent: [],
    holders: new Map(),
    lost: new Map(),
    now: 0,
    begunAt: 0,
    lastSync: undefined,
  }
}
