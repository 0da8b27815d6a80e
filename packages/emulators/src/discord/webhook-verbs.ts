// Webhooks are made, changed and taken away, by programs and by people.

import { channelOf, type DiscordWorld } from './discord-state.ts'
import type { DiscordWebhook } from './discord-words.ts'
import { tellOfWebhooks } from './tell-event.ts'

export interface NewWebhook {
  channelId: string
  name: string
  /** Who makes it. */
  userId: string
  /** The program that makes it, if it is one. */
  applicationId?: string
  avatar?: string
}

export function addWebhook(world: DiscordWorld, about: NewWebhook): DiscordWebhook {
  const channel = channelOf(world.state, about.channelId)
  if (channel.kind === 'dm' || channel.kind === 'thread') throw new Error('there are no webhooks here')
  const webhook = { ...about, id: world.nextId(), token: world.nextSecret(), guildId: channel.guildId }
  world.state.webhooks.set(webhook.id, webhook)
  tellOfWebhooks(world, channel)
  return webhook
}

export function changeWebhook(
  world: DiscordWorld,
  webhook: DiscordWebhook,
  change: Partial<Pick<DiscordWebhook, 'name' | 'channelId'>> & { avatar?: string | null },
): void {
  const { avatar, ...given } = change
  Object.assign(webhook, given)
  if (avatar === null) delete webhook.avatar
  else if (avatar !== undefined) webhook.avatar = avatar
  tellOfWebhooks(world, channelOf(world.state, webhook.channelId))
}

/** What was said through it stays. */
export function deleteWebhook(world: DiscordWorld, webhook: DiscordWebhook): void {
  world.state.webhooks.delete(webhook.id)
  tellOfWebhooks(world, channelOf(world.state, webhook.channelId))
}
