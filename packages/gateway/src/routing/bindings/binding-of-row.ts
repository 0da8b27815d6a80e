// A binding as others read it, and when its time is over.

import type { ConversationRef } from '@heddle/contract'
import type { BindingRow } from '../routing-tables.ts'
import type { Binding } from './bindings.ts'

export function bindingOfRow(row: BindingRow): Binding {
  const { expiresAt, maxAgeAt } = endsOf(row)
  return {
    id: row.id,
    conversation: conversationOf(row),
    placeKind: row.place_kind,
    sessionId: row.session_id,
    sessionKey: row.session_key,
    agentId: row.agent_id,
    targetKind: row.target_kind,
    status: row.status,
    boundBy: row.bound_by === null ? null : { id: row.bound_by, name: row.bound_by_name },
    label: row.label,
    runId: row.run_id,
    isOpened: row.is_opened === 1,
    boundAt: row.bound_at,
    lastActivityAt: row.last_activity_at,
    idleMs: row.idle_ms,
    maxAgeMs: row.max_age_ms,
    expiresAt,
    maxAgeAt,
    endedAt: row.ended_at,
    endReason: row.end_reason,
    endedBy: row.ended_by,
  }
}

export function conversationOf(
  row: Pick<BindingRow, 'channel' | 'account_id' | 'conversation_id' | 'parent_conversation_id'>,
): ConversationRef {
  return {
    channel: row.channel,
    accountId: row.account_id,
    conversationId: row.conversation_id,
    ...(row.parent_conversation_id !== null && { parentConversationId: row.parent_conversation_id }),
  }
}

/** What waits to be revived in a place that Heddle opened waits for ever; in one that it took, only so long (BND6). */
export function endsOf(
  row: Pick<BindingRow, 'status' | 'is_opened' | 'idle_ms' | 'max_age_ms' | 'bound_at' | 'last_activity_at'>,
): { expiresAt: number | null; maxAgeAt: number | null } {
  const waits = row.status === 'ending'
  const hasIdleEnd = row.idle_ms > 0 && !(waits && row.is_opened === 1)
  return {
    expiresAt: hasIdleEnd ? row.last_activity_at + row.idle_ms : null,
    maxAgeAt: row.max_age_ms > 0 && !waits ? row.bound_at + row.max_age_ms : null,
  }
}

export function nextEnd(row: Parameters<typeof endsOf>[0]): number | null {
  const { expiresAt, maxAgeAt } = endsOf(row)
  if (expiresAt === null || maxAgeAt === null) return expiresAt ?? maxAgeAt
  return Math.min(expiresAt, maxAgeAt)
}
