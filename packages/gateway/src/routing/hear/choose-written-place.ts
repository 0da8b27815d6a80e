// What those who read a session learn about the place where something in it was written: enough to tell two bound threads
// apart and to go there. Pure. A talk between few is theirs, wherever it is heard.

import type { WrittenPlace } from '@heddle/contract'
import type { Arrival } from './arrival.ts'

export function chooseWrittenPlace({
  kind,
  conversation,
  link,
}: Pick<Arrival, 'kind' | 'conversation' | 'link'>): WrittenPlace {
  if (kind === 'dm' || kind === 'group') return { kind }
  const { accountId, conversationId, parentConversationId } = conversation
  return {
    kind,
    accountId,
    conversationId,
    ...(parentConversationId !== undefined && { parentConversationId }),
    ...(link !== undefined && { link }),
  }
}
