// The tables of this room as the migrations make them.

import type {
  BindingEnd,
  BindingId,
  BindingStatus,
  BindingTarget,
  EventId,
  PersonId,
  PlaceKind,
  RunId,
  SessionId,
  TurnId,
} from '@heddle/contract'
import { queriesOver } from '../foundation/database/query.ts'
import type { Completion, Reply } from './routing.ts'

export interface RoutingTables {
  conversations: ConversationRow
  arrivals: ArrivalRow
  turn_replies: ReplyRow
  completions: CompletionRow
  bindings: BindingRow
  wanted_focuses: WantedFocusRow
  kept_arrivals: KeptArrivalRow
  place_marks: PlaceMarkRow
  place_names: PlaceNameRow
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
  /** Of direct messages: with whom. Null elsewhere, and where nobody wrote since that is kept. */
  platform_id: string | null
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

export interface BindingRow {
  id: BindingId
  channel: string
  account_id: string
  conversation_id: string
  parent_conversation_id: string | null
  place_kind: PlaceKind
  session_id: SessionId
  session_key: string
  agent_id: string
  target_kind: BindingTarget
  status: BindingStatus
  bound_by: PersonId | null
  bound_by_name: string
  label: string | null
  run_id: RunId | null
  is_opened: 0 | 1
  /** 0: for ever. */
  idle_ms: number
  max_age_ms: number
  bound_at: number
  last_activity_at: number
  ended_at: number | null
  end_reason: BindingEnd | null
  ended_by: string | null
  /** When to look whether its time is over; null: never. */
  look_at: number | null
}

export interface WantedFocusRow {
  id: BindingId
  session_id: SessionId
  bound_by: PersonId | null
  bound_by_name: string
  created_at: number
}

export interface KeptArrivalRow {
  place: string
  number: number
  channel: string
  account_id: string
  conversation_id: string
  event_id: string
  /** JSON. */
  event: string
  created_at: number
}

export interface PlaceMarkRow {
  channel: string
  account_id: string
  conversation_id: string
  parent_conversation_id: string | null
  event_id: string
  heard_at: number
  bot_turns: number
  /** From where one reads on after a gap, and what comes to be that next. */
  settled_id: string
  next_settled_id: string
  next_settled_at: number
}

export interface PlaceNameRow {
  channel: string
  account_id: string
  conversation_id: string
  /** Of direct messages: who writes there. Empty: it was redacted. */
  name: string
  /** Whose label it was called by. */
  session_id: SessionId | null
}
