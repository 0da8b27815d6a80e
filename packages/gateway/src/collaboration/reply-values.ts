// A reply as this room keeps it and as others get it.

import type { EventId, PersonId } from '@heddle/contract'
import { replyJson, threadJson } from '@heddle/contract'
import type { Person } from '../people/people.ts'
import type { ReplyRow, ThreadRow } from './collaboration-tables.ts'
import type { CalledAgent, PostedReply, RejectedMention, Reply } from './collaboration.ts'
import { authorOf, threadOf } from './read-thread.ts'

export function replyOf(row: ReplyRow, people: ReadonlyMap<PersonId, Person>): Reply {
  return {
    id: row.id,
    threadId: row.thread_id,
    sessionId: row.session_id,
    author: authorOf(row.author_id, people),
    body: row.body,
    clientMessageId: row.client_message_id,
    // Written by this room, as a list of handles.
    mentions: JSON.parse(row.mentions) as string[],
    createdAt: row.created_at,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    sourceEventId: row.event_id,
    seq: row.seq,
  }
}

/** What stands in the log of it. */
export function tellReply(row: ReplyRow, thread: ThreadRow, people: ReadonlyMap<PersonId, Person>) {
  return { reply: replyJson(replyOf(row, people)), thread: threadJson(threadOf(thread, people)) }
}

/** Whoever's names stand in what is told of a thread and a reply. */
export function peopleIn(thread: ThreadRow, authorId: PersonId): PersonId[] {
  return thread.resolved_by === null ? [authorId] : [authorId, thread.resolved_by]
}

/** What was answered when it was posted. */
export interface KeptAnswer {
  mentions: string[]
  rejected: RejectedMention[]
  agents: CalledAgent[]
}

export function postedOf(
  row: Pick<ReplyRow, 'id' | 'created_at' | 'event_id' | 'seq'>,
  { mentions, rejected, agents }: KeptAnswer,
  deduped: boolean,
): PostedReply {
  const sourceEventId: EventId = row.event_id
  const { id: replyId, created_at: createdAt, seq } = row
  return { replyId, deduped, mentions, rejectedMentions: rejected, createdAt, sourceEventId, seq, agents }
}
