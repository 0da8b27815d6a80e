// What a bot is told when it comes in: who it is, and then each server that it is in, with all that it may see there.

import { describeChannel, describeThread } from './describe-channel.ts'
import { describeGuild } from './describe-guild.ts'
import { applicationFlags, describeMember, describeOwnUser } from './describe-user.ts'
import { allThreads, applicationOf, type DiscordState, userOf } from './discord-state.ts'
import type { DiscordGuild } from './discord-words.ts'
import type { GatewaySession } from './gateway-session.ts'
import { isoTime } from './iso-time.ts'
import { mayIn } from './permissions.ts'

export function describeReady(
  state: DiscordState,
  { id, botId, shard }: GatewaySession,
  guilds: readonly DiscordGuild[],
): object {
  const flags = applicationFlags(applicationOf(state, botId))
  return {
    v: 10,
    user: describeOwnUser(userOf(state, botId)),
    session_type: 'normal',
    session_id: id,
    resume_gateway_url: state.gatewayUrl,
    relationships: [],
    private_channels: [],
    presences: [],
    guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
    guild_join_requests: [],
    geo_ordered_rtc_regions: [],
    shard,
    application: { id: botId, flags, flags_new: String(flags) },
    _trace: ['emulator'],
  }
}

/** Without the intent for members a bot is told of itself alone. */
export function describeGuildFor(state: DiscordState, botId: string, guild: DiscordGuild): object {
  const own = guild.members.get(botId)
  const channels = [...state.channels.values()].filter(
    (channel) => channel.kind !== 'dm' && channel.kind !== 'thread' && channel.guildId === guild.id,
  )
  const threads = allThreads(state).filter(
    (thread) =>
      thread.guildId === guild.id && !thread.isArchived && mayIn(state, thread, botId, 'ViewChannel'),
  )
  return {
    ...describeGuild(guild),
    joined_at: isoTime(own?.joinedAt ?? 0),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    members: own ? [describeMember(state, own)] : [],
    // Channels that cannot be seen are told as well, with the overwrites that say so: bots sort that out themselves.
    channels: channels.map((channel) => describeChannel(state, channel)),
    threads: threads.map((thread) => describeThread(state, thread, botId)),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
    embedded_activities: [],
  }
}
