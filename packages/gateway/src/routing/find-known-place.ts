// What is known here of a conversation outside: of what kind it is, under which other one it stands, and whose it is.

import type { ConversationRef, PlaceKind, SessionId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { readNewestAt } from './bindings/binding-store.ts'
import { selectConversation } from './routing-store.ts'

export interface KnownPlace {
  kind: PlaceKind | 'personal'
  parentConversationId: string | null
  /** Whose place it is, or who was bound there last. */
  sessionId: SessionId
}

/** As it was heard; a thread in which nobody spoke before it was bound is known by its binding alone. */
export async function findKnownPlace(
  r: Reader,
  place: Pick<ConversationRef, 'channel' | 'accountId' | 'conversationId'>,
): Promise<KnownPlace | undefined> {
  const heard = await r.one(selectConversation(place))
  if (heard !== undefined) {
    const { kind, parent_conversation_id: parentConversationId, session_id: sessionId } = heard
    return { kind, parentConversationId, sessionId }
  }
  const bound = await readNewestAt(r, place)
  if (bound === undefined) return undefined
  const { place_kind: kind, parent_conversation_id: parentConversationId, session_id: sessionId } = bound
  return { kind, parentConversationId, sessionId }
}
