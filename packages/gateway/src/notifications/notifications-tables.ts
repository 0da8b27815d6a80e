// The tables of this room as the migrations make them.

import type {
  EventActor,
  EventId,
  NotificationChannel,
  NotificationId,
  NotificationReason,
  NotificationStatus,
  PersonId,
  ReplyId,
  SessionId,
  Suppression,
  ThreadId,
} from '@heddle/contract'
import { queriesOver } from '../foundation/database/query.ts'

export interface NotificationTables {
  notifications: NotificationRow
  notification_deliveries: NotificationDeliveryRow
}

export const queries = queriesOver<NotificationTables>()

export interface NotificationRow {
  id: NotificationId
  source_event_id: EventId
  caused_by_event_id: EventId
  person_id: PersonId
  session_id: SessionId
  thread_id: ThreadId | null
  reply_id: ReplyId | null
  event_id: EventId
  seq: number
  reason: NotificationReason
  /** JSON. */
  also_reasons: string
  in_inbox: 0 | 1
  actor_kind: EventActor['kind']
  actor_id: string | null
  actor_name: string
  created_at: number
  read_at: number | null
}

export interface NotificationDeliveryRow {
  notification_id: NotificationId
  channel: NotificationChannel
  person_id: PersonId
  status: NotificationStatus
  why: Suppression | null
  cause: string | null
  attempts: number
  last_error: string | null
  link: string | null
  due_at: number | null
  /** When it was first tried to reach them there. */
  tried_at: number | null
  updated_at: number
}
