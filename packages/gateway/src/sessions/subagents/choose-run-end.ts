// How a run ended, from what the runtime put on record, and never from what a model wrote (SUB8). Pure.

import type { RunEnd } from '@heddle/contract'
import type { RunRow, TurnRow } from '../sessions-tables.ts'

export interface ChosenEnd {
  state: RunEnd
  reason: string | null
}

export function chooseRunEnd(
  run: Pick<RunRow, 'ending' | 'reason'>,
  last: Pick<TurnRow, 'state' | 'reason'> | undefined,
): ChosenEnd {
  if (run.ending !== null) return { state: run.ending, reason: run.ending === 'failed' ? run.reason : null }
  // What it was to begin with was cancelled before its first turn.
  if (last === undefined) return { state: 'cancelled', reason: null }
  switch (last.state) {
    case 'succeeded':
    case 'cancelled':
    case 'timed_out':
    case 'interrupted':
      return { state: last.state, reason: null }
    case 'failed':
      return { state: last.reason === 'crashed' ? 'interrupted' : 'failed', reason: last.reason }
    default:
      return { state: 'unknown', reason: null }
  }
}
