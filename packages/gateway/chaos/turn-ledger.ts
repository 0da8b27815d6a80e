// What the clients of a round said and were told, so that it can be held against what is left.

export interface SaidMessage {
  sessionId: string
  author: string
  /** Counts the author's messages in the session: each was sent after the one before was acknowledged. */
  number: number
  clientMessageId: string
  body: string
  mode: 'queue' | 'steer' | 'note'
  acknowledged?: { eventId: string; seq: number }
  /** What it may say by now: more than one while nobody knows whether an edit got through. */
  bodies: Set<string>
  isCancelAsked: boolean
}

export interface TurnLedger {
  sessions: { id: string; isStopAsked: boolean }[]
  said: SaidMessage[]
  /** Ids of messages whose cancellation was acknowledged, by themselves or with a stop. */
  toldCancelled: Set<string>
  /** Acknowledgements of any kind. */
  acknowledged: number
  /** Answers that nobody should get. */
  wrongAnswers: string[]
}

export function createTurnLedger(): TurnLedger {
  return { sessions: [], said: [], toldCancelled: new Set(), acknowledged: 0, wrongAnswers: [] }
}
