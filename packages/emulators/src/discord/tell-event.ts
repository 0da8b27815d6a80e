// Tells bots of what happened in a channel, with what the gateway needs to know whom to tell.

import { GatewayIntentBits } from 'discord-api-types/v10'
import { type DiscordWorld, guildIdOf } from './discord-state.ts'
import type { DiscordChannel, DiscordMessage } from './discord-words.ts'

export function tellOfMessage(
  world: DiscordWorld,
  channel: DiscordChannel,
  t: string,
  d: object,
  message: Pick<DiscordMessage, 'visibleTo' | 'applicationId'>,
): void {
  const intents = channel.kind === 'dm' ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages
  const { visibleTo, applicationId } = message
  // What one person alone sees is told to the program that wrote it, and to no other.
  const botIds = visibleTo === undefined ? undefined : applicationId === undefined ? [] : [applicationId]
  world.emit({ t, d, intents, ...placeOf(channel), ...(botIds && { botIds }) })
}

export function tellOfTyping(world: DiscordWorld, channel: DiscordChannel, d: object): void {
  const intents =
    channel.kind === 'dm' ? GatewayIntentBits.DirectMessageTyping : GatewayIntentBits.GuildMessageTyping
  world.emit({ t: 'TYPING_START', d, intents, ...placeOf(channel) })
}

export function tellOfChannel(world: DiscordWorld, channel: DiscordChannel, t: string, d: object): void {
  world.emit({ t, d, intents: GatewayIntentBits.Guilds, ...placeOf(channel) })
}

export function tellOfWebhooks(world: DiscordWorld, channel: DiscordChannel): void {
  const d = { guild_id: guildIdOf(channel), channel_id: channel.id }
  world.emit({ t: 'WEBHOOKS_UPDATE', d, intents: GatewayIntentBits.GuildWebhooks, ...placeOf(channel) })
}

function placeOf(channel: DiscordChannel) {
  const guildId = guildIdOf(channel)
  return { channelId: channel.id, ...(guildId !== undefined && { guildId }) }
}
