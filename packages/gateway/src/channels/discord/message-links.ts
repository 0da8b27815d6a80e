// Where people find a message, a thread or a channel.

import type { ConversationRef } from '@heddle/contract'
import type { KnownChannel, KnownChannels } from './known-channels.ts'

export interface MessageLinks {
  /** Undefined where it cannot be known on which server the place is. */
  to(place: ConversationRef, messageId: string): Promise<string | undefined>
}

export function createMessageLinks(known: KnownChannels): MessageLinks {
  return {
    async to({ conversationId: id, parentConversationId: above }, messageId) {
      const near = known.peek(id) ?? (above === undefined ? undefined : known.peek(above))
      // A link is a courtesy: what was sent is sent without one.
      const channel = near ?? (await known.find(above ?? id).catch(() => undefined))
      return channel && linkTo(channel, id, messageId)
    },
  }
}

/** `channel`: the conversation itself, or the one above it. */
export function linkTo({ guildId }: Pick<KnownChannel, 'guildId'>, id: string, messageId: string): string {
  return `https://discord.com/channels/${guildId ?? '@me'}/${id}/${messageId}`
}
