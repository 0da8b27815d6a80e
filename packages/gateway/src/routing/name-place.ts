// The names under which places are kept with what was said there.

import type { ConversationRef } from '@heddle/contract'
import type { WholeSession } from '../sessions/sessions.ts'
import { webAccount } from './open-places.ts'

/** What several people write on one page is one conversation. */
export function namePlace(place: ConversationRef, session: Pick<WholeSession, 'id'>): string {
  const { channel, accountId, conversationId } =
    place.channel === 'web' ? { channel: 'web', accountId: webAccount, conversationId: session.id } : place
  return `${channel}/${accountId}/${conversationId}`
}

/**
 * Where the answer to a message goes. A sub-agent's own page is no place: what is said there stands beside its task and
 * its parent's words, which came from nowhere, and steers the same turns (RTE3).
 */
export function nameAnswerPlace(place: ConversationRef, session: Pick<WholeSession, 'id' | 'kind'>): string {
  return place.channel === 'web' && session.kind === 'subagent' ? '' : namePlace(place, session)
}
