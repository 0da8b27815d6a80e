// How many turns this process began and ended, and how long messages waited for theirs.

export interface TurnFigures {
  started: number
  /** Milliseconds between the oldest message of a turn and its start, in all. */
  waitedMs: number
  /** By how they ended. */
  finished: Record<string, number>
}

export interface TurnCounter {
  began(waitedMs: number): void
  ended(outcome: string): void
  figures(): TurnFigures
}

export function createTurnCounter(): TurnCounter {
  let started = 0
  let waitedMs = 0
  const finished: Record<string, number> = {}
  return {
    began(ms) {
      started++
      waitedMs += ms
    },
    ended(outcome) {
      finished[outcome] = (finished[outcome] ?? 0) + 1
    },
    figures: () => ({ started, waitedMs, finished: { ...finished } }),
  }
}
