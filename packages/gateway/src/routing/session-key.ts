// The keys by which people name sessions (CNV1). Written here, never taken apart.

import type { Random } from '../foundation/random.ts'
import type { ConversationRef, PlaceKind } from './routing.ts'

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

/** A random UUID (version 4). */
export function makeUuid(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
