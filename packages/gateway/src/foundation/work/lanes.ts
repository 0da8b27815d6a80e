// Lanes bound how much of a kind of work runs at once. In a fair lane the parents take turns, so that one with a
// thousand items does not starve one with a single item.

import { limits } from '@heddle/contract'

export interface Lane {
  readonly cap: number
  readonly fair?: boolean
  /** What is to begin at once is taken with what set it off, while half of the lane is free. */
  readonly isEager?: boolean
  /** How many may run besides, without a slot, because they only wait for somebody outside; absent: none. */
  readonly asideMax?: number
}

export type Lanes = Readonly<Record<string, Lane>>

export const defaultLanes = {
  reactions: { cap: 32, isEager: true },
  timers: { cap: 16 },
  /** Turns wait for models most of their time; a session has at most one. */
  turns: { cap: limits.turnsAtOnceMax, isEager: true },
  /** What is sent elsewhere; each conversation has at most one request under way. */
  deliveries: { cap: limits.deliveriesAtOnceMax, isEager: true, asideMax: limits.deliveriesAsideMax },
  /** Turns of sub-agents, shared between those that spawned them. */
  subagent: { cap: 8, fair: true },
} satisfies Lanes

/** The same, with as many sub-agents at once as the configuration says; asked anew each time. */
export function lanesWith(subagentsAtOnce: () => number): Lanes {
  const subagent: Lane = {
    fair: true,
    get cap() {
      return subagentsAtOnce()
    },
  }
  return { ...defaultLanes, subagent }
}
