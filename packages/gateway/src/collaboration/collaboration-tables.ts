// The tables of this room as the migrations make them.

import type { EventId, PersonId, ReplyId, SessionId, ThreadId, ThreadState, TurnId } from '@heddle/contract'
import { queriesOver } from '../foundation/database/query.ts'

export interface CollaborationTables {
  threads: ThreadRow
  replies: ReplyRow
  mentions: MentionRow
  thread_marks: ThreadMarkRow
  hand_overs: HandOverRow
}

export const queries = queriesOver<CollaborationTables>()

export interface ThreadRow {
  id: ThreadId
  session_id: SessionId
  anchor_event_id: EventId
  anchor_place: number
  anchor_author_id: PersonId | null
  state: ThreadState
  resolved_at: number | null
  resolved_by: PersonId | null
  created_by: PersonId
  created_at: number
  updated_at: number
  last_reply_at: number | null
  reply_count: number
  /** Where the log told the newest words in it: of the last reply, or of an edit after it. */
  last_reply_seq: number
  event_id: EventId
  /** Grows with each change of the thread itself; a reply in it is none. */
  version: number
}

export interface ReplyRow {
  id: ReplyId
  thread_id: ThreadId
  session_id: SessionId
  author_id: PersonId
  body: string
  client_message_id: string
  fingerprint: Uint8Array
  mentions: string
  rejected: string
  handed_over: string
  answer: string
  created_at: number
  edited_at: number | null
  deleted_at: number | null
  event_id: EventId
  seq: number
  words_event_id: EventId
  /** Grows with each change of it. */
  version: number
}

export interface MentionRow {
  source_event_id: EventId
  person_id: PersonId
  session_id: SessionId
  thread_id: ThreadId | null
  actor_id: PersonId | null
  turn_id: TurnId | null
  created_at: number
  answered_at: number | null
}

export interface ThreadMarkRow {
  person_id: PersonId
  thread_id: ThreadId
  seq: number
  updated_at: number
}

export interface HandOverRow {
  thread_id: ThreadId
  actor_id: PersonId
  client_message_id: string
  fingerprint: Uint8Array
  session_id: SessionId
  event_id: EventId
  seq: number
  created_at: number
}
