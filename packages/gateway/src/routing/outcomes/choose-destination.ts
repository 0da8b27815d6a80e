// Where is the answer of a turn told? Pure, and it knows no text: what is said and where are decided apart (RTE1, RTE3).
// Places go by their names.

export interface DestinationQuestion {
  /** Where the messages were written that the turn took; null when it was started by something without a place. */
  askedAt: string | null
  /** There was such a place, and nothing of this session is told there any more. */
  isClosed: boolean
  /** The place, of those bound to the session, in which it speaks when nobody asked; null where it has none. */
  bound: string | null
  /** Whether it is bound to where it was asked. */
  isBoundThere: boolean
  /** Of a turn with whose end a run ended: where that is told in a place of its own. */
  completionAt: string | null
}

export type DestinationChoice =
  | { kind: 'requester'; conversation: string; reason: 'asked_there' }
  | { kind: 'bound'; conversation: string; reason: 'asked_there' | 'bound_place' }
  /** What is told of the run's end is this very answer. */
  | { kind: 'completion'; reason: 'ends_run' }
  /** It stands on the timeline and nowhere else. */
  | { kind: 'timeline'; reason: 'no_place' | 'place_closed' }

export function chooseDestination(question: DestinationQuestion): DestinationChoice {
  const { askedAt, isClosed, bound, isBoundThere, completionAt } = question
  const conversation = askedAt ?? completionAt ?? bound
  if (conversation === null) return { kind: 'timeline', reason: isClosed ? 'place_closed' : 'no_place' }
  if (conversation === completionAt) return { kind: 'completion', reason: 'ends_run' }
  if (askedAt === null) return { kind: 'bound', conversation, reason: 'bound_place' }
  return { kind: isBoundThere ? 'bound' : 'requester', conversation, reason: 'asked_there' }
}
