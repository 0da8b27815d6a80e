// The tables of this room as the migrations make them.

import type { EventId, RunId, SessionId, TurnId } from '@heddle/contract'
import { queriesOver } from '../foundation/database/query.ts'
import type { Completion, PlaceKind, Reply } from './routing.ts'

export interface RoutingTables {
  conversations: ConversationRow
  arrivals: ArrivalRow
  turn_replies: ReplyRow
  completions: CompletionRow
}

export const queries = queriesOver<RoutingTables>()

export interface ConversationRow {
  channel: string
  account_id: string
  conversation_id: string
  parent_conversation_id: string | null
  kind: PlaceKind | 'personal'
  agent_id: string
  session_id: SessionId
  created_at: number
}

export interface ArrivalRow {
  channel: string
  account_id: string
  conversation_id: string
  event_id: string
  fingerprint: Uint8Array
  session_id: SessionId | null
  message_id: EventId | null
  message_seq: number | null
  reason: string
  /** Of a command, as JSON. */
  answer: string | null
  created_at: number
}

export interface ReplyRow {
  turn_id: TurnId
  session_id: SessionId
  destination: Reply['destination']
  reason: string
  conversation: string | null
  created_at: number
}

export interface CompletionRow {
  run_id: RunId
  destination: Completion['destination']
  reason: Completion['reason']
  place: string | null
  created_at: number
}
