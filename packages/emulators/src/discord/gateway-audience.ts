// Who hears of an event, and how much of it: by the intents that were asked for, by the shard, and by what the bot may
// see there.

import { GatewayIntentBits } from 'discord-api-types/v10'
import { guildIdOf, type DiscordEvent, type DiscordState } from './discord-state.ts'
import { describeGuildFor } from './gateway-ready.ts'
import type { GatewaySession } from './gateway-session.ts'
import { mayIn } from './permissions.ts'

export function isToldOf(state: DiscordState, session: GatewaySession, event: DiscordEvent): boolean {
  if (event.intents !== 0 && (session.intents & event.intents) === 0) return false
  const { botIds, channelId } = event
  const channel = channelId === undefined ? undefined : state.channels.get(channelId)
  const guildId = event.guildId ?? (channel && guildIdOf(channel))
  if (!isOnShard(session, guildId)) return false
  if (botIds) return botIds.includes(session.botId)
  // A channel that was deleted is not there any more when that is told.
  if (channel) return mayIn(state, channel, session.botId, 'ViewChannel')
  return guildId === undefined || state.guilds.get(guildId)?.members.has(session.botId) === true
}

/** What is on no server is on the first shard. */
export function isOnShard({ shard: [index, count] }: GatewaySession, guildId: string | undefined): boolean {
  if (guildId === undefined) return index === 0
  return Number((BigInt(guildId) >> 22n) % BigInt(count)) === index
}

const withContent: ReadonlySet<string> = new Set(['MESSAGE_CREATE', 'MESSAGE_UPDATE'])

/** Without the intent for it, what others write is empty: but not in direct messages, and not where the bot is named. */
export function asSeenBy(
  state: DiscordState,
  session: GatewaySession,
  { t, d, guildId }: DiscordEvent,
): object {
  const guild = guildId === undefined ? undefined : state.guilds.get(guildId)
  // Whoever lets a bot in says which server it is, no more.
  if (t === 'GUILD_CREATE' && guild) return describeGuildFor(state, session.botId, guild)
  if (!withContent.has(t) || guildId === undefined) return d
  if ((session.intents & GatewayIntentBits.MessageContent) !== 0) return d
  const answered: unknown = Reflect.get(d, 'referenced_message')
  return {
    ...emptied(d, session.botId),
    ...(isObject(answered) && { referenced_message: emptied(answered, session.botId) }),
  }
}

function emptied(message: object, botId: string): object {
  const { author, mentions, application_id: applicationId } = message as Record<string, unknown>
  const isOwn = applicationId === botId || (isObject(author) && Reflect.get(author, 'id') === botId)
  const isNamed =
    Array.isArray(mentions) &&
    mentions.some((user: unknown) => isObject(user) && Reflect.get(user, 'id') === botId)
  if (isOwn || isNamed) return message
  return { ...message, content: '', embeds: [], attachments: [], components: [] }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
