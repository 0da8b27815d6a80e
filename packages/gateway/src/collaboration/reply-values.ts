// A reply as this room keeps it and as others get it.

import type { EventId, PersonId } from '@heddle/contract'
import { replyJson, threadJson } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { Person } from '../people/people.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { ReplyRow, ThreadRow } from './collaboration-tables.ts'
import type { CalledAgent, PostedReply, RejectedMention, Reply } from './collaboration.ts'
import { authorOf, threadOf } from './read-thread.ts'

/** `isHandedEarlier`: an agent was handed what it said before its last edit. */
export function replyOf(
  deps: Pick<CollaborationDeps, 'flags'>,
  row: ReplyRow,
  people: ReadonlyMap<PersonId, Person>,
  isHandedEarlier: boolean,
): Reply {
  return {
    id: row.id,
    threadId: row.thread_id,
    sessionId: row.session_id,
    author: authorOf(row.author_id, people),
    body: row.body,
    clientMessageId: row.client_message_id,
    // Written by this room, as a list of handles. Turned off, there are none, also none of before (COL1).
    mentions: deps.flags().mentions ? (JSON.parse(row.mentions) as string[]) : [],
    createdAt: row.created_at,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    isHandedEarlier,
    sourceEventId: row.event_id,
    seq: row.seq,
    version: row.version,
  }
}

/** What stands in the log of it. */
export function tellReply(
  deps: Pick<CollaborationDeps, 'flags'>,
  row: ReplyRow,
  thread: ThreadRow,
  people: ReadonlyMap<PersonId, Person>,
  isHandedEarlier = false,
) {
  const reply = replyOf(deps, row, people, isHandedEarlier)
  return { reply: replyJson(reply), thread: threadJson(threadOf(thread, people)) }
}

/** Of these replies, those of which an agent was handed what they said before they were edited; by their entries. */
export function readHandedEarlier(
  deps: Pick<CollaborationDeps, 'sessions'>,
  r: Reader,
  rows: readonly ReplyRow[],
): Promise<ReadonlySet<EventId>> {
  const asked = rows.flatMap(({ event_id: eventId, edited_at: before, deleted_at: deletedAt }) =>
    before === null || deletedAt !== null ? [] : [{ eventId, before }],
  )
  return deps.sessions.whichQuotedBefore(r, asked)
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

const nobody: KeptAnswer = { mentions: [], rejected: [], agents: [] }

export function postedOf(
  deps: Pick<CollaborationDeps, 'flags'>,
  row: Pick<ReplyRow, 'id' | 'created_at' | 'event_id' | 'seq' | 'version'>,
  kept: KeptAnswer,
  deduped: boolean,
): PostedReply {
  const { mentions, rejected, agents } = deps.flags().mentions ? kept : nobody
  const sourceEventId: EventId = row.event_id
  const { id: replyId, created_at: createdAt, seq } = row
  // What is answered again is what was answered first.
  const version = deduped ? 1 : row.version
  const names = { mentions, rejectedMentions: rejected, agents }
  return { replyId, deduped, ...names, createdAt, sourceEventId, seq, version }
}
