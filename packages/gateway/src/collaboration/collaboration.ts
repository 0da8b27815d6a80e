// The collaboration room as others see it: what do people say about a moment in the timeline?
//
// A verb that writes takes the caller's transaction first and awaits nothing but the database; a verb that reads takes
// a reader. Each asks the gate itself, with the session that it is about. Every "no" is a thrown Refusal.

import type {
  EventId,
  MentionRejection,
  PersonId,
  ReplyId,
  RunId,
  SessionId,
  ThreadId,
  ThreadState,
} from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor, Page, PageInput } from '../people/people.ts'
import type { LogEvent } from '../sessions/sessions.ts'

export type * from './ports.ts'

export interface Collaboration extends Threads, Replies, Mentions {
  /** For the notifications, which cannot know. */
  readonly sources: Sources
}

export interface Threads {
  /** One for each event: opening it again gives that one, and `isNew` is false. */
  open(
    t: Tx,
    actor: Actor,
    idOrKey: string,
    anchorEventId: string,
  ): Promise<{ thread: WholeThread; isNew: boolean }>
  find(r: Reader, actor: Actor, threadId: string): Promise<WholeThread>
  /** Oldest first, by (createdAt, id). */
  list(
    r: Reader,
    actor: Actor,
    idOrKey: string,
    filter: ThreadFilter,
    page: PageInput,
  ): Promise<Page<WholeThread>>
  /** `ifVersion`: only if that is how it is now. */
  resolve(t: Tx, actor: Actor, threadId: string, resolved: boolean, ifVersion?: number): Promise<WholeThread>
  /** Gives the anchor and the replies to the session's agent, as one quoted instruction (THR6). */
  handOver(t: Tx, actor: Actor, threadId: string, input: HandOver): Promise<HandedOver>
  /** The reaction to a redaction: threads about it lose their anchor, and the excerpt with it (THR4). */
  orphan(t: Tx, eventId: EventId): Promise<void>
  /** How far somebody has read in a thread; never moves back by itself. */
  markThreadRead(t: Tx, actor: Actor, threadId: string, seq: number): Promise<ThreadMark>
}

export interface ThreadFilter {
  anchorEventId?: string | undefined
  state: 'open' | 'resolved' | 'all'
  /** Only about events that stand between these places of the timeline. */
  afterPlace?: number | undefined
  beforePlace?: number | undefined
}

export interface ThreadMark {
  threadId: ThreadId
  sessionId: SessionId
  seq: number
  unread: number
}

export interface Replies {
  listReplies(
    r: Reader,
    actor: Actor,
    threadId: string,
    order: 'asc' | 'desc',
    page: PageInput,
  ): Promise<Page<Reply>>
  /** The same author, thread and clientMessageId give the stored reply, for ever (THR3). */
  post(t: Tx, actor: Actor, threadId: string, input: NewReply): Promise<PostedReply>
  edit(t: Tx, actor: Actor, replyId: string, body: string, ifVersion?: number): Promise<PostedReply>
  remove(t: Tx, actor: Actor, replyId: string): Promise<void>
}

export interface Mentions {
  /**
   * Who is named in a text that is said in this session, and who of them will not be told; writes nothing. Nobody at all
   * where mentions are turned off. Throws too_many_mentions, with the field in which the text came.
   */
  resolveMentions(r: Reader, sessionId: SessionId, text: string, field: string): Promise<ResolvedMentions>
  /** The reaction to a text with an @: the rows of those who are named in it (MEN1). */
  recordMentions(t: Tx, eventId: EventId): Promise<void>
}

export interface ResolvedMentions {
  /** Handles of people and agents, in the order of the text. */
  mentions: string[]
  rejected: RejectedMention[]
  people: PersonId[]
  /** Ids of agents. */
  agents: string[]
}

export interface Author {
  id: PersonId
  handle: string
  name: string
}

export interface Thread {
  id: ThreadId
  sessionId: SessionId
  anchorEventId: EventId
  anchorPlace: number
  state: ThreadState
  resolvedAt: number | null
  resolvedBy: Author | null
  createdBy: PersonId
  createdAt: number
  updatedAt: number
  lastReplyAt: number | null
  lastReplySeq: number | null
  replyCount: number
  version: number
}

export interface WholeThread extends Thread {
  anchor: Pick<LogEvent, 'eventId' | 'kind' | 'place' | 'actor' | 'createdAt'> & { excerpt: string | null }
  /** Replies by others that whoever asks has not read. */
  unread: number
}

export interface Reply {
  id: ReplyId
  threadId: ThreadId
  sessionId: SessionId
  author: Author
  body: string
  clientMessageId: string
  mentions: string[]
  createdAt: number
  editedAt: number | null
  deletedAt: number | null
  /** An agent was handed what it said before its last edit (THR6). */
  isHandedEarlier: boolean
  sourceEventId: EventId
  seq: number
  version: number
}

export interface NewReply {
  body: string
  clientMessageId: string
}

export interface PostedReply {
  replyId: ReplyId
  deduped: boolean
  mentions: string[]
  rejectedMentions: RejectedMention[]
  createdAt: number
  sourceEventId: EventId
  seq: number
  version: number
  /** What came of each agent that it mentions. */
  agents: CalledAgent[]
}

export interface RejectedMention {
  handle: string
  reason: MentionRejection
}

/** An agent that a reply mentions: where it hears of it, or why it does not. */
export interface CalledAgent {
  handle: string
  called?: { sessionId: SessionId; eventId: EventId; runId?: RunId }
  refused?: { code: string; message: string }
}

export interface HandOver {
  clientMessageId: string
  note?: string | undefined
}

export interface HandedOver {
  sessionId: SessionId
  eventId: EventId
  seq: number
  deduped: boolean
  /** Whom the note names. */
  mentions: string[]
  rejectedMentions: RejectedMention[]
}

/** What somebody may be told of, as it is now. */
export interface Source {
  sourceEventId: EventId
  sessionId: SessionId
  threadId: ThreadId | null
  replyId: ReplyId | null
  /** Where the page opens: the anchor of a reply, the message itself. */
  eventId: EventId
  actor: LogEvent['actor']
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

export interface Sources {
  /** Undefined: there never was one. */
  read(r: Reader, sourceEventId: EventId): Promise<Source | undefined>
  /** What it says now, and nothing else of it; null where it is gone. */
  readText(r: Reader, sourceEventId: EventId): Promise<string | null>
  /** How far these have read in the thread; whoever has read nothing is not in it. */
  readUpTo(r: Reader, people: readonly PersonId[], threadId: ThreadId): Promise<ReadonlyMap<PersonId, number>>
}
