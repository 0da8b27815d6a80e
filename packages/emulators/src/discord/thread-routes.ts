// What bots ask of threads: to begin one, to find those that are there, to be in one.

import { ChannelType } from 'discord-api-types/v10'
import { describeThread, describeThreadMember } from './describe-channel.ts'
import { DiscordError } from './discord-error.ts'
import { allThreads, threadsUnder } from './discord-state.ts'
import { autoArchiveMinutes, type ThreadChannel } from './discord-words.ts'
import { channelFor, guildFor, messageFor, threadFor } from './find-for-call.ts'
import { openThreadFrom, openThreadIn } from './open-thread.ts'
import { demandIn, mayIn } from './permissions.ts'
import { type Form, readForm } from './read-form.ts'
import type { BotCall, DiscordRoute } from './router.ts'

export const threadRoutes: readonly DiscordRoute[] = [
  {
    method: 'POST',
    path: '/channels/{channel_id}/messages/{message_id}/threads',
    auth: 'bot',
    handle(call) {
      const { world, bot } = call
      const channel = channelFor(call)
      if (channel.kind !== 'text' && channel.kind !== 'announcement') throw new DiscordError(50_024)
      const message = messageFor(call, channel.id)
      demandIn(world.state, channel, bot.id, 'CreatePublicThreads')
      const form = readForm(call.body)
      const about = readThread(form)
      form.finish()
      if (world.state.channels.has(message.id)) throw new DiscordError(160_004)
      demandRoom(call, channel.guildId)
      const thread = openThreadFrom(world, message, { ...about, ownerId: bot.id })
      return { status: 201, body: describeThread(world.state, thread, bot.id) }
    },
  },
  {
    method: 'POST',
    path: '/channels/{channel_id}/threads',
    auth: 'bot',
    handle(call) {
      const { world, bot } = call
      const channel = channelFor(call)
      if (channel.kind !== 'text' && channel.kind !== 'announcement') throw new DiscordError(50_024)
      const form = readForm(call.body)
      const about = readThread(form)
      const types = [
        ChannelType.AnnouncementThread,
        ChannelType.PublicThread,
        ChannelType.PrivateThread,
      ] as const
      // Whoever does not say gets a private one.
      const type = form.oneOf('type', types) ?? ChannelType.PrivateThread
      form.finish()
      const isPrivate = type === ChannelType.PrivateThread
      demandIn(world.state, channel, bot.id, isPrivate ? 'CreatePrivateThreads' : 'CreatePublicThreads')
      demandRoom(call, channel.guildId)
      const thread = openThreadIn(world, channel, { ...about, ownerId: bot.id, isPrivate })
      return { status: 201, body: describeThread(world.state, thread, bot.id) }
    },
  },
  {
    method: 'GET',
    path: '/guilds/{guild_id}/threads/active',
    auth: 'bot',
    handle(call) {
      const guild = guildFor(call)
      const active = allThreads(call.world.state).filter(
        (thread) => thread.guildId === guild.id && !thread.isArchived,
      )
      return { status: 200, body: listThreads(call, active.toReversed(), false) }
    },
  },
  {
    method: 'GET',
    path: '/channels/{channel_id}/threads/archived/public',
    auth: 'bot',
    handle(call) {
      const channel = channelFor(call, 'ReadMessageHistory')
      const { before, limit } = readArchivedPage(call.query)
      const archived = threadsUnder(call.world.state, channel.id)
        .filter((one) => one.isArchived && !one.isPrivate && one.archiveChangedAt < before)
        .toSorted((a, b) => b.archiveChangedAt - a.archiveChangedAt)
      return { status: 200, body: listThreads(call, archived.slice(0, limit), archived.length > limit) }
    },
  },
  {
    method: 'PUT',
    path: '/channels/{channel_id}/thread-members/@me',
    auth: 'bot',
    handle(call) {
      const thread = threadFor(call)
      if (thread.isArchived) throw new DiscordError(50_083)
      thread.memberIds.add(call.bot.id)
      return { status: 204 }
    },
  },
  {
    method: 'DELETE',
    path: '/channels/{channel_id}/thread-members/@me',
    auth: 'bot',
    handle(call) {
      const thread = threadFor(call)
      if (thread.isArchived) throw new DiscordError(50_083)
      thread.memberIds.delete(call.bot.id)
      return { status: 204 }
    },
  },
]

function readThread(form: Form) {
  const name = form.requiredText('name', { min: 1, max: 100 })
  const minutes = form.oneOf('auto_archive_duration', autoArchiveMinutes)
  form.integer('rate_limit_per_user', { min: 0, max: 21_600 })
  return { name, ...(minutes !== undefined && { autoArchiveMinutes: minutes }) }
}

/** Throws 160006 where a server has as many as it may have. */
function demandRoom({ world: { state } }: BotCall, guildId: string): void {
  const active = allThreads(state).filter((thread) => thread.guildId === guildId && !thread.isArchived)
  if (active.length >= state.limits.activeThreadsMax) throw new DiscordError(160_006)
}

function listThreads(
  { world: { state }, bot }: BotCall,
  threads: readonly ThreadChannel[],
  hasMore: boolean,
) {
  const visible = threads.filter((thread) => mayIn(state, thread, bot.id, 'ViewChannel'))
  const own = visible.filter(({ memberIds }) => memberIds.has(bot.id))
  return {
    threads: visible.map((thread) => describeThread(state, thread)),
    members: own.map((thread) => describeThreadMember(thread, bot.id)),
    has_more: hasMore,
  }
}

function readArchivedPage(query: Readonly<Record<string, string>>): { before: number; limit: number } {
  const asked = query['limit']
  const form = readForm({ ...query, ...(asked !== undefined && { limit: Number(asked) }) })
  const limit = form.integer('limit', { min: 2, max: 100 }) ?? 50
  const before = form.text('before')
  const time = before === undefined ? Infinity : Date.parse(before)
  if (Number.isNaN(time)) form.fail('before', 'DATE_TIME_TYPE_PARSE', `Could not parse ${before}.`)
  form.finish()
  return { before: time, limit }
}
