// Where is this told? Pure, and it knows no text: what is said and where are decided apart.

export interface DestinationQuestion {
  /** Where the messages were written that the turn took; null when it was started by something without a place. */
  askedAt: string | null
}

export type DestinationChoice =
  | { kind: 'requester'; conversation: string; reason: 'asked_there' }
  /** It stands on the timeline and nowhere else. */
  | { kind: 'timeline'; reason: 'no_place' }

export function chooseDestination({ askedAt }: DestinationQuestion): DestinationChoice {
  if (askedAt === null) return { kind: 'timeline', reason: 'no_place' }
  return { kind: 'requester', conversation: askedAt, reason: 'asked_there' }
}
