// The keys by which people name sessions (CNV1). Written here, never taken apart.

import type { ConversationRef, PlaceKind, SessionId } from '@heddle/contract'
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

/** Of what goes on where a sub-agent ended on the web: its page under that of its parent, from wherever it is spoken to. */
export function pageKey(agentId: string, id: SessionId, parentId: SessionId): string {
  const page = { channel: 'web', accountId: '', conversationId: id, parentConversationId: parentId }
  return placeKey(agentId, page, 'thread')
}

/** Whether it is one of that page. Earlier ones say on which page somebody spoke, and stay as they are. */
export function isPageKey(key: string, agentId: string, id: SessionId): boolean {
  const form = `agent:${agentId}:web:channel:`.toLowerCase()
  return key.startsWith(form) && key.endsWith(`:thread:${id}`.toLowerCase())
}
