// The tables of files as the migrations make them.

import type { EventId, FileId, PersonId, SessionId, TurnId } from '@heddle/contract'
import { queriesOver } from '../../foundation/database/query.ts'

export interface FileTables {
  file_contents: FileContentRow
  files: FileRow
  event_files: EventFileRow
  file_owners: FileOwnerRow
  /** Only looked at, to know who may read. */
  sessions: { id: SessionId; visibility: 'private' | 'team' }
  session_participants: { session_id: SessionId; person_id: PersonId }
}

export const queries = queriesOver<FileTables>()

export interface FileContentRow {
  hash: string
  bytes: number
  idle_since: number | null
}

export interface FileRow {
  id: FileId
  hash: string
  name: string
  media_type: string
  bytes: number
  width: number | null
  height: number | null
  owner_id: PersonId | null
  created_at: number
  unused_since: number | null
  /** Of what an agent attached. */
  made_in: SessionId | null
}

export interface FileOwnerRow {
  owner_id: PersonId
  bytes: number
}

export interface EventFileRow {
  event_id: EventId
  file_id: FileId
  session_id: SessionId
  position: number
  /** It goes with the answer of this turn. */
  answer_of: TurnId | null
}
