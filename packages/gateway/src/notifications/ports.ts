// What notifications need of others.

import type {
  ConversationRef,
  EventId,
  NotificationChannel,
  PersonId,
  SessionId,
  ThreadId,
} from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { EventActor, ReplyId } from '@heddle/contract'

/** What somebody may be told of, as it is now: whether it still stands, who is named in it, who takes part. */
export interface Source {
  sourceEventId: EventId
  sessionId: SessionId
  threadId: ThreadId | null
  replyId: ReplyId | null
  /** Where the page opens. */
  eventId: EventId
  actor: EventActor
  /** Who did it, where that is a member; never told of it. */
  actorId: PersonId | null
  createdAt: number
  seq: number
  /** Where the log told whom it names now: of an edit, or of the end of a text, later than the source itself. */
  namedSeq: number
  /** Null where it was deleted or redacted. */
  text: string | null
  mentioned: PersonId[]
  /** Of a reply: who wrote what it is about. */
  anchorAuthorId: PersonId | null
  /** Of a reply: who opened the thread or replied before. */
  takingPart: PersonId[]
}

export interface SourceReader {
  /** Undefined: there never was one. */
  read(r: Reader, sourceEventId: EventId): Promise<Source | undefined>
  /** What it says now, and nothing else of it; null where it is gone. Asked for each person and row that is shown. */
  readText(r: Reader, sourceEventId: EventId): Promise<string | null>
  /** How far these have read in the thread, by the log of its session; whoever has read nothing is not in it. */
  readUpTo(r: Reader, people: readonly PersonId[], threadId: ThreadId): Promise<ReadonlyMap<PersonId, number>>
}

/** Who sits in front of what right now, as far as this process knows; no proof is "no". */
export interface Attendance {
  isThere(personId: PersonId, at: { sessionId: SessionId; threadId: ThreadId | null }): boolean
}

/** Where somebody is written to directly, on a channel that can. */
export interface DirectPlaces {
  /** Of those that are connected: what serves a person's linked account; absent: it cannot be reached there now. */
  find(channel: NotificationChannel, accountId: string): DirectPlace | undefined
}

export interface DirectPlace {
  /** The direct conversation with somebody, opened if it has to be; the same again each time. Slow. */
  open(platformId: string, signal: AbortSignal): Promise<DirectOutcome>
}

export type DirectOutcome =
  | { kind: 'open'; place: ConversationRef }
  /** They cannot be written to. */
  | { kind: 'refused'; detail: string }
  | { kind: 'later'; detail: string; retryAfterMs?: number }
