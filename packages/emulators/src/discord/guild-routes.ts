// What a bot asks about a server that it is in: enough to know what it may do there.

import { describeChannel } from './describe-channel.ts'
import { describeGuild, describeRole } from './describe-guild.ts'
import { describeMember } from './describe-user.ts'
import { DiscordError } from './discord-error.ts'
import { guildFor, idFor } from './find-for-call.ts'
import { mayIn } from './permissions.ts'
import type { DiscordRoute } from './router.ts'

export const guildRoutes: readonly DiscordRoute[] = [
  {
    method: 'GET',
    path: '/guilds/{guild_id}',
    auth: 'bot',
    handle(call) {
      const guild = guildFor(call)
      const count = guild.members.size
      const counts = { approximate_member_count: count, approximate_presence_count: count }
      const isCounted = call.query['with_counts'] === 'true'
      return { status: 200, body: { ...describeGuild(guild), ...(isCounted && counts) } }
    },
  },
  {
    method: 'GET',
    path: '/guilds/{guild_id}/roles',
    auth: 'bot',
    handle: (call) => ({
      status: 200,
      body: [...guildFor(call).roles.values()].map((role) => describeRole(role)),
    }),
  },
  {
    method: 'GET',
    path: '/guilds/{guild_id}/channels',
    auth: 'bot',
    handle(call) {
      const { state } = call.world
      const { id } = guildFor(call)
      const channels = [...state.channels.values()].filter(
        (one) => one.kind !== 'dm' && one.kind !== 'thread' && one.guildId === id,
      )
      const visible = channels.filter((channel) => mayIn(state, channel, call.bot.id, 'ViewChannel'))
      return { status: 200, body: visible.map((channel) => describeChannel(state, channel)) }
    },
  },
  {
    method: 'GET',
    path: '/guilds/{guild_id}/members/{user_id}',
    auth: 'bot',
    handle(call) {
      const member = guildFor(call).members.get(idFor(call, 'user_id'))
      if (!member) throw new DiscordError(10_007)
      return { status: 200, body: describeMember(call.world.state, member) }
    },
  },
]
