// The keys by which people name sessions (CNV1). Written here, never taken apart.

import type { ConversationRef, PlaceKind } from '@heddle/contract'
import type { Random } from '../foundation/random.ts'
import { makeUuid } from '../foundation/uuid.ts'

export function personalKey(agentId: string): string {
  return `agent:${agentId}:main`.toLowerCase()
}

export function webChatKey(agentId: string, random: Random): string {
  return `agent:${agentId}:web:${makeUuid(random)}`.toLowerCase()
}

/** A platform thread stands under the conversation that it belongs to. */
export function placeKey(agentId: string, place: ConversationRef, kind: PlaceKind): string {
  const { channel, conversationId, parentConversationId } = place
  const key =
    kind === 'thread' && parentConversationId !== undefined
      ? `agent:${agentId}:${channel}:channel:${parentConversationId}:thread:${conversationId}`
      : `agent:${agentId}:${channel}:${kind === 'dm' || kind === 'group' ? kind : 'channel'}:${conversationId}`
  return key.toLowerCase()
}
