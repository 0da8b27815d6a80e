// Lanes bound how much of a kind of work runs at once. In a fair lane the parents take turns, so that one with a
// thousand items does not starve one with a single item.

import { limits } from '@heddle/contract'

export interface Lane {
  cap: number
  fair?: boolean
}

export type Lanes = Readonly<Record<string, Lane>>

export const defaultLanes = {
  reactions: { cap: 32 },
  timers: { cap: 16 },
  /** Turns wait for models most of their time; a session has at most one. */
  turns: { cap: limits.turnsAtOnceMax },
} as const satisfies Lanes
