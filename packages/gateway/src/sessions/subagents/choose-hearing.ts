// How the one above comes to hear of a run that has ended. Pure (RTE2).

import type { RunRow } from '../sessions-tables.ts'

/** By being woken, with its next turn, or not at all. */
export type Hearing = 'wakes' | 'with_next_turn' | 'nothing'

export interface HearingQuestion {
  isSkipped: boolean
  /** The one above is over, or put away. */
  isGone: boolean
  /** It is told in a conversation of its own, where people read it. */
  isBound: boolean
  /** The one above is a run itself, which goes on with what it hears. */
  isBelowRun: boolean
}

export function chooseHearing(
  run: Pick<RunRow, 'is_quiet' | 'is_by_parent' | 'asked_by'>,
  { isSkipped, isGone, isBound, isBelowRun }: HearingQuestion,
): Hearing {
  if (isSkipped || isGone) return 'nothing'
  if (run.is_quiet === 1) return run.is_by_parent === 1 ? 'nothing' : 'with_next_turn'
  if (run.asked_by === 'person') return 'with_next_turn'
  // A turn that stands still for it goes on by that, whatever is decided here.
  return isBound && !isBelowRun ? 'with_next_turn' : 'wakes'
}
