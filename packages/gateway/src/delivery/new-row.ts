// A fresh row of the outbox.

import type { ConversationRef, EventId, RunId, SessionId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { DeliverDeps } from './deliver-deps.ts'
import type { DeliveryRow } from './delivery-tables.ts'
import { columnsOf, type Content, type Tracks, writeExtra } from './item.ts'

export interface NewRow {
  cause: string
  sessionId?: SessionId | null | undefined
  eventId?: EventId | null | undefined
  runId?: RunId | null | undefined
  /** Absent: it has no valid place. */
  place?: ConversationRef | undefined
  content: Content
  text?: string
  part?: number
  parts?: number
  tracks?: Tracks
}

export function newRow(
  deps: DeliverDeps,
  t: Tx,
  input: NewRow,
  more: Partial<DeliveryRow> = {},
): DeliveryRow {
  const id = more.id ?? deps.ids.make('delivery')
  const nowhere = {
    destination: '',
    channel: null,
    account_id: null,
    conversation_id: null,
    parent_conversation_id: null,
  }
  return {
    id,
    lead_id: id,
    kind: input.content.kind,
    cause: input.cause,
    ...(input.place ? columnsOf(input.place) : nowhere),
    part: input.part ?? 1,
    parts: input.parts ?? 1,
    session_id: input.sessionId ?? null,
    event_id: input.eventId ?? null,
    run_id: input.runId ?? null,
    text: input.text ?? '',
    extra: writeExtra(input.content, input.tracks ?? {}),
    state: 'queued',
    reason: null,
    detail: null,
    attempts: 0,
    is_resent: 0,
    next_at: t.now,
    expires_at: null,
    started_at: null,
    platform_id: null,
    link: null,
    created_at: t.now,
    updated_at: t.now,
    sent_at: null,
    ...more,
  }
}
