// What can be seen on this Discord: for tests and checkers, which compare it with what was meant.

import { channelOf, type DiscordState, messagesIn } from './discord-state.ts'
import type { DiscordMessage, DiscordWebhook, Pings, ThreadChannel } from './discord-words.ts'

/** Who said what there, oldest first, without what Discord itself says. */
export function saidIn(state: DiscordState, channelId: string): { name: string; text: string }[] {
  return messagesIn(state, channelOf(state, channelId).id)
    .filter(({ type }) => type === 0 || type === 19)
    .map((message) => ({ name: authorName(state, message), text: message.content }))
}

export function authorName(state: DiscordState, { author }: DiscordMessage): string {
  return author.kind === 'webhook' ? author.name : (state.users.get(author.userId)?.username ?? '')
}

export function webhooksIn(state: DiscordState, channelId: string): DiscordWebhook[] {
  return [...state.webhooks.values()].filter((webhook) => webhook.channelId === channelId)
}

/** Undefined: none was opened from it. */
export function threadFrom(state: DiscordState, messageId: string): ThreadChannel | undefined {
  const channel = state.channels.get(messageId)
  return channel?.kind === 'thread' ? channel : undefined
}

/** Of everything there that called somebody. */
export function pingsIn(state: DiscordState, channelId: string): { messageId: string; pings: Pings }[] {
  return messagesIn(state, channelId)
    .filter(({ pings }) => pings.isEveryone || pings.userIds.length + pings.roleIds.length > 0)
    .map(({ id, pings }) => ({ messageId: id, pings }))
}
