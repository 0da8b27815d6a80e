// What people did on the platform in a round, so that it can be held against what came of it.

export interface SaidThere {
  id: string
  conversationId: string
  author: string
  text: string
  /** What must become of it: somebody hears it, it is noted at least, or nothing is kept; `anything` where we were not let in. */
  fate: 'heard' | 'noted_or_heard' | 'nothing' | 'anything'
  at: number
}

export interface PlaceLedger {
  startedAt: number
  /** Its number among the requests of the platform. */
  firstRequest: number
  channels: string[]
  /** Of the round before: what came to its end there can be gone on with. */
  earlier: readonly string[]
  said: SaidThere[]
  presses: { id: string; at: number }[]
  /** Conversations of which the platform did not tell everything: what came first there cannot be asked for. */
  lossAt: number[]
  hasSwaps: boolean
  hasCopies: boolean
  /** Whether the platform says after a gap where all that was missed stands, in whatever order it was told. */
  namesMissed: boolean
  /** Conversations that were taken from us for a while. */
  closed: Set<string>
  /** What somebody had sent again: it stands where it could then. */
  resentByHand: Set<string>
  /** Of each kind of fault, how often it happened. */
  faults: Map<string, number>
}

export function createPlaceLedger(
  startedAt: number,
  firstRequest: number,
  earlier: readonly string[] = [],
): PlaceLedger {
  return {
    startedAt,
    firstRequest,
    channels: [],
    earlier,
    said: [],
    presses: [],
    lossAt: [],
    hasSwaps: false,
    hasCopies: false,
    namesMissed: false,
    closed: new Set(),
    resentByHand: new Set(),
    faults: new Map(),
  }
}

export function countFault({ faults }: PlaceLedger, kind: string): void {
  faults.set(kind, (faults.get(kind) ?? 0) + 1)
}
