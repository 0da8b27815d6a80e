// Webhooks as Discord tells of them. The token is told to the program that made it, and to nobody else.

import { createHash } from 'node:crypto'
import { describeUser } from './describe-user.ts'
import { type DiscordState, userOf } from './discord-state.ts'
import type { DiscordWebhook } from './discord-words.ts'

/** `botId` is told; undefined: whoever has the token already. */
export function describeWebhook(state: DiscordState, webhook: DiscordWebhook, botId: string | undefined) {
  const isToken = botId === undefined || botId === webhook.applicationId
  const url = `${state.origin}/api/webhooks/${webhook.id}/${webhook.token}`
  return {
    type: 1,
    id: webhook.id,
    name: webhook.name,
    avatar: webhook.avatar === undefined ? null : pictureHash(webhook.avatar),
    channel_id: webhook.channelId,
    guild_id: webhook.guildId,
    application_id: webhook.applicationId ?? null,
    ...(isToken && { token: webhook.token, url }),
    // Whoever comes with the token alone is not told who made it.
    ...(botId !== undefined && { user: describeUser(userOf(state, webhook.userId)) }),
  }
}

/** Discord names a picture by a hash of it. */
export function pictureHash(picture: string): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 32)
}
