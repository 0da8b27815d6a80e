// A place where people write: a web chat, a channel, a platform thread, a direct message.

export interface ConversationRef {
  channel: string
  accountId: string
  conversationId: string
  /** Of a platform thread: the conversation under which it stands. */
  parentConversationId?: string
}

export const placeKinds = ['web', 'dm', 'group', 'channel', 'thread'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** Under which what was said there, and what is told there, is kept. */
export function placeName({ channel, accountId, conversationId }: ConversationRef): string {
  return `${channel}/${accountId}/${conversationId}`
}

/** What such a name stands for; undefined for what is none. It does not say under which conversation a thread stands. */
export function placeOfName(name: string): ConversationRef | undefined {
  const [channel, accountId, ...rest] = name.split('/')
  // What a platform calls a conversation may hold anything.
  const conversationId = rest.join('/')
  return channel && accountId && conversationId ? { channel, accountId, conversationId } : undefined
}
