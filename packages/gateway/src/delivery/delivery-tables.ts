// The tables of this room as the migrations make them.

import type {
  DeliveryId,
  DeliveryKind,
  DeliveryReason,
  DeliveryState,
  EventId,
  RunId,
  SessionId,
} from '@heddle/contract'
import { queriesOver } from '../foundation/database/query.ts'

export interface DeliveryTables {
  deliveries: DeliveryRow
  delivery_quotes: QuoteRow
  delivery_lanes: LaneRow
  delivery_accounts: AccountRow
}

export const queries = queriesOver<DeliveryTables>()

export interface DeliveryRow {
  id: DeliveryId
  /** The first part of the same text. */
  lead_id: DeliveryId
  kind: DeliveryKind
  cause: string
  destination: string
  part: number
  parts: number
  channel: string | null
  account_id: string | null
  conversation_id: string | null
  parent_conversation_id: string | null
  session_id: SessionId | null
  event_id: EventId | null
  run_id: RunId | null
  text: string
  /** JSON. */
  extra: string
  state: DeliveryState
  reason: DeliveryReason | null
  detail: string | null
  attempts: number
  is_resent: 0 | 1
  next_at: number
  expires_at: number | null
  started_at: number | null
  platform_id: string | null
  link: string | null
  created_at: number
  updated_at: number
  sent_at: number | null
}

/** What is said for that cause repeats this. */
export interface QuoteRow {
  quoted_id: string
  cause: string
}

export interface LaneRow {
  destination: string
  last_platform_id: string | null
  updated_at: number
}

export interface AccountRow {
  channel: string
  account_id: string
  paused_until: number | null
  paused_why: string | null
  /** When it was last let go on; 0: never. */
  resumed_at: number
  window_at: number
  refused: number
}
