// The conversation of a binding as others read of it: on timelines, and in what an agent is told. On which page somebody's
// composer stands is theirs; those who read along with the session know it only where they may read that page as well.

import type { ConversationRef, SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { webAccount } from '../open-places.ts'
import type { RoutingDeps } from '../routing-deps.ts'

export async function chooseShownPlace(
  { sessions }: Pick<RoutingDeps, 'sessions'>,
  r: Reader,
  sessionId: SessionId,
  conversation: ConversationRef,
): Promise<ConversationRef> {
  const { channel, accountId, conversationId: pageId } = conversation
  if (channel !== 'web' || accountId === webAccount || pageId === sessionId) return conversation
  // Who may see the top of a tree may see all of it, and nobody else may.
  const topOf = async (id: SessionId) => (await sessions.runOfSession(r, id))?.rootId ?? id
  const top = await topOf(sessionId)
  // The edge: on the web a conversation is the page of a session.
  if (top === pageId || top === (await topOf(pageId as SessionId))) return conversation
  return { channel, accountId, conversationId: '' }
}
