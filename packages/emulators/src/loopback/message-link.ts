// Where people find a message: no browser goes there, but one can tell two of them apart.

import type { ConversationRef } from '@heddle/contract'

export function linkTo(
  { conversationId }: Pick<ConversationRef, 'conversationId'>,
  messageId: string,
): string {
  return `loopback://${conversationId}/${messageId}`
}
