// How a web chat is named among the places where people write: it is the member's own view of the session.

import type { ConversationRef } from '@heddle/contract'
import type { PersonActor } from '../../people/people.ts'

export function webConversation(actor: PersonActor, session: string): ConversationRef {
  return { channel: 'web', accountId: actor.personId, conversationId: session }
}
