// The conversation of a binding as one person reads of it. Admins see that somebody has focused a session which they may see
// themselves; on which page that person is they read only where they may read that page as well.

import type { ConversationRef, SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { webAccount } from '../open-places.ts'
import type { RoutingDeps } from '../routing-deps.ts'

export async function chooseSeenPlace(
  { sessions }: Pick<RoutingDeps, 'sessions'>,
  r: Reader,
  actor: Actor,
  conversation: ConversationRef,
): Promise<ConversationRef> {
  if (!isOthersComposer(actor, conversation)) return conversation
  const { channel, accountId, conversationId: pageId } = conversation
  // The edge: on the web a conversation is the page of a session.
  if (await sessions.mayRead(r, actor, pageId as SessionId)) return conversation
  return { channel, accountId, conversationId: '' }
}

export function isOthersComposer(actor: Actor, { channel, accountId }: ConversationRef): boolean {
  if (actor.kind !== 'person' || channel !== 'web') return false
  return accountId !== webAccount && accountId !== actor.personId
}
