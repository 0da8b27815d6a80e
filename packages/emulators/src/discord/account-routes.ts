// What a bot asks about itself, about people, and where the gateway is.

import { describeApplication, describeOwnUser, describeUser } from './describe-user.ts'
import { describeOwnGuild } from './describe-guild.ts'
import { DiscordError } from './discord-error.ts'
import { userOf } from './discord-state.ts'
import { idFor } from './find-for-call.ts'
import { readForm } from './read-form.ts'
import type { DiscordRoute } from './router.ts'
import { compareSnowflakes } from './snowflakes.ts'

const dayMs = 86_400_000
export const sessionStartsPerDay = 1_000

export const accountRoutes: readonly DiscordRoute[] = [
  {
    method: 'GET',
    path: '/users/@me',
    auth: 'bot',
    handle: ({ world, bot }) => ({ status: 200, body: describeOwnUser(userOf(world.state, bot.id)) }),
  },
  {
    method: 'GET',
    path: '/users/{user_id}',
    auth: 'bot',
    handle(call) {
      const user = call.world.state.users.get(idFor(call, 'user_id'))
      if (!user) throw new DiscordError(10_013)
      return { status: 200, body: describeUser(user) }
    },
  },
  {
    method: 'GET',
    path: '/users/@me/guilds',
    auth: 'bot',
    handle({ world, bot, query }) {
      const asked = query['limit']
      const form = readForm({ ...query, ...(asked !== undefined && { limit: Number(asked) }) })
      const limit = form.integer('limit', { min: 1, max: 200 }) ?? 200
      const [before, after] = [form.snowflake('before'), form.snowflake('after')]
      form.finish()
      const own = [...world.state.guilds.values()]
        .filter(({ members }) => members.has(bot.id))
        .filter(({ id }) => after === undefined || compareSnowflakes(id, after) > 0)
        .filter(({ id }) => before === undefined || compareSnowflakes(id, before) < 0)
        .toSorted((a, b) => compareSnowflakes(a.id, b.id))
      const page = before === undefined ? own.slice(0, limit) : own.slice(-limit)
      return { status: 200, body: page.map((guild) => describeOwnGuild(guild, bot.id)) }
    },
  },
  {
    method: 'GET',
    path: '/applications/@me',
    auth: 'bot',
    handle: ({ world, bot }) => ({ status: 200, body: describeApplication(world.state, bot) }),
  },
  {
    method: 'GET',
    path: '/gateway',
    auth: 'none',
    handle: ({ world }) => ({ status: 200, body: { url: world.state.gatewayUrl } }),
  },
  {
    method: 'GET',
    path: '/gateway/bot',
    auth: 'bot',
    handle({ world, bot }) {
      const now = world.now()
      const starts = world.state.identifies.filter((one) => one.botId === bot.id && one.at > now - dayMs)
      const [first] = starts
      return {
        status: 200,
        body: {
          url: world.state.gatewayUrl,
          shards: 1,
          session_start_limit: {
            total: sessionStartsPerDay,
            remaining: Math.max(0, sessionStartsPerDay - starts.length),
            reset_after: first ? first.at + dayMs - now : 0,
            max_concurrency: 1,
          },
        },
      }
    },
  },
]
