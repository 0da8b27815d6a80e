// Lanes bound how much of a kind of work runs at once. In a fair lane the parents take turns, so that one with a
// thousand items does not starve one with a single item.

export interface Lane {
  cap: number
  fair?: boolean
}

export type Lanes = Readonly<Record<string, Lane>>

export const defaultLanes = {
  reactions: { cap: 32 },
  timers: { cap: 16 },
} as const satisfies Lanes
