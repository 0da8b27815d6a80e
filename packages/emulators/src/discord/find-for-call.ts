// What a request names, found or refused: what is not there, and what the bot may not see.

import { DiscordError, wrongField } from './discord-error.ts'
import type { DiscordChannel, DiscordGuild, DiscordMessage, ThreadChannel } from './discord-words.ts'
import { demandIn, type PermissionName } from './permissions.ts'
import type { BotCall, RestCall } from './router.ts'
import { isSnowflakeText } from './snowflakes.ts'

/** Throws 50035 for what can be no id. */
export function idFor(call: RestCall, name: string): string {
  return idOf(name, call.param(name))
}

export function idOf(name: string, text: string): string {
  if (isSnowflakeText(text)) return text
  throw wrongField(name, 'NUMBER_TYPE_COERCE', `Value "${text}" is not snowflake.`)
}

export function channelFor(call: BotCall, ...permissions: readonly PermissionName[]): DiscordChannel {
  const channel = call.world.state.channels.get(idFor(call, 'channel_id'))
  if (!channel) throw new DiscordError(10_003)
  demandIn(call.world.state, channel, call.bot.id, ...permissions)
  return channel
}

export function threadFor(call: BotCall): ThreadChannel {
  const channel = channelFor(call)
  if (channel.kind !== 'thread') throw new DiscordError(50_024)
  return channel
}

export function guildFor(call: BotCall): DiscordGuild {
  const guild = call.world.state.guilds.get(idFor(call, 'guild_id'))
  if (!guild?.members.has(call.bot.id)) throw new DiscordError(10_004)
  return guild
}

/** In that channel; what only one person sees is not found. */
export function messageFor(call: RestCall, channelId: string): DiscordMessage {
  const message = call.world.state.messages.get(idFor(call, 'message_id'))
  if (message?.channelId !== channelId || message.visibleTo !== undefined) throw new DiscordError(10_008)
  return message
}

export function isOwn(message: DiscordMessage, botId: string): boolean {
  return message.author.kind === 'user' && message.author.userId === botId
}

/** Sending opens an archived thread again, but not one that is locked. */
export function demandUnlocked(channel: DiscordChannel): void {
  if (channel.kind === 'thread' && channel.isLocked) throw new DiscordError(160_005)
}
