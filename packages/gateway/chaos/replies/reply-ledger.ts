// What the people of a round wrote about moments of sessions and were told, so that it can be held against what is left.

export interface KnownThread {
  id: string
  sessionId: string
  anchorEventId: string
}

export interface WrittenReply {
  thread: KnownThread
  author: string
  /** Counts what its author wrote in that thread: each was sent after the one before was acknowledged. */
  number: number
  clientMessageId: string
  /** As it was first sent; an id stands for this text alone. */
  body: string
  acknowledged?: { replyId: string; sourceEventId: string }
  /** What it may say by now: more than one while nobody knows whether an edit got through. */
  bodies: Set<string>
  isDeleteAsked: boolean
  isDeleteTold: boolean
}

export interface ReplyLedger {
  sessions: { id: string; anchors: string[] }[]
  /** By the event that they are about. */
  threads: Map<string, KnownThread>
  replies: WrittenReply[]
  /** Who has turned replies off, for a while at least; kept over rounds, since nobody knows whether it was taken. */
  muted: Set<string>
  /** Acknowledgements of any kind. */
  acknowledged: number
  /** Answers that nobody should get. */
  wrongAnswers: string[]
}

export function createReplyLedger(): ReplyLedger {
  return {
    sessions: [],
    threads: new Map(),
    replies: [],
    muted: new Set(),
    acknowledged: 0,
    wrongAnswers: [],
  }
}
