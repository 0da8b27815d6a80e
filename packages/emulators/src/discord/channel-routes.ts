// What bots ask of channels themselves, direct ones included.

import { describeChannel } from './describe-channel.ts'
import { DiscordError, wrongField } from './discord-error.ts'
import { autoArchiveMinutes, type ThreadChannel } from './discord-words.ts'
import { channelFor } from './find-for-call.ts'
import { deleteChannel, openDirectChannel } from './guild-verbs.ts'
import { demandIn, mayIn } from './permissions.ts'
import { readForm } from './read-form.ts'
import type { BotCall, DiscordRoute, RouteAnswer } from './router.ts'
import { tellOfChannel } from './tell-event.ts'
import { changeThread, type ThreadChange } from './thread-verbs.ts'

export const channelRoutes: readonly DiscordRoute[] = [
  {
    method: 'GET',
    path: '/channels/{channel_id}',
    auth: 'bot',
    handle: (call) => ({
      status: 200,
      body: describeChannel(call.world.state, channelFor(call), call.bot.id),
    }),
  },
  {
    method: 'PATCH',
    path: '/channels/{channel_id}',
    auth: 'bot',
    handle(call) {
      const { world, bot } = call
      const channel = channelFor(call)
      if (channel.kind === 'dm') throw new DiscordError(50_003)
      if (channel.kind === 'thread') return patchThread(call, channel)
      demandIn(world.state, channel, bot.id, 'ManageChannels')
      const form = readForm(call.body)
      const name = form.text('name', { min: 1, max: 100 })
      form.finish()
      if (name !== undefined) channel.name = name
      tellOfChannel(world, channel, 'CHANNEL_UPDATE', describeChannel(world.state, channel))
      return { status: 200, body: describeChannel(world.state, channel) }
    },
  },
  {
    method: 'DELETE',
    path: '/channels/{channel_id}',
    auth: 'bot',
    handle(call) {
      const { world, bot } = call
      const channel = channelFor(call)
      if (channel.kind === 'dm') throw new DiscordError(50_003)
      demandIn(world.state, channel, bot.id, channel.kind === 'thread' ? 'ManageThreads' : 'ManageChannels')
      const body = describeChannel(world.state, channel)
      deleteChannel(world, channel)
      return { status: 200, body }
    },
  },
  {
    method: 'POST',
    path: '/users/@me/channels',
    auth: 'bot',
    handle(call) {
      const { world, bot } = call
      const form = readForm(call.body)
      const recipientId = form.snowflake('recipient_id')
      if (!form.has('recipient_id')) form.fail('recipient_id', 'BASE_TYPE_REQUIRED', 'This field is required')
      form.finish()
      const recipient = world.state.users.get(recipientId ?? '')
      if (!recipient || recipient.id === bot.id) {
        throw wrongField('recipient_id', 'USER_UNKNOWN', `User "${recipientId}" was not found.`)
      }
      // Bots do not speak with each other in private.
      if (recipient.isBot) throw new DiscordError(50_007)
      const channel = openDirectChannel(world, bot.id, recipient.id)
      return { status: 200, body: describeChannel(world.state, channel, bot.id) }
    },
  },
]

/** Whoever began it, or may manage threads, changes it; everybody who may write opens it again while it is not locked. */
function patchThread(call: BotCall, thread: ThreadChannel): RouteAnswer {
  const { world, bot } = call
  const form = readForm(call.body)
  const name = form.text('name', { min: 1, max: 100 })
  const isArchived = form.flag('archived')
  const isLocked = form.flag('locked')
  const minutes = form.oneOf('auto_archive_duration', autoArchiveMinutes)
  form.finish()
  const change: ThreadChange = {
    ...(name !== undefined && { name }),
    ...(isArchived !== undefined && { isArchived }),
    ...(isLocked !== undefined && { isLocked }),
    ...(minutes !== undefined && { autoArchiveMinutes: minutes }),
  }
  const mayManage = mayIn(world.state, thread, bot.id, 'ManageThreads')
  const onlyUnarchives = Object.keys(change).length === 1 && isArchived === false
  if (!mayManage) {
    if (isLocked !== undefined || (thread.isLocked && isArchived === false)) throw new DiscordError(50_013)
    if (thread.ownerId !== bot.id && !onlyUnarchives) throw new DiscordError(50_013)
    demandIn(world.state, thread, bot.id, 'SendMessagesInThreads')
  }
  // Of an archived one nothing else changes but by opening it.
  const changesMore = Object.keys(change).some((key) => key !== 'isArchived')
  if (thread.isArchived && isArchived !== false && changesMore) throw new DiscordError(50_083)
  changeThread(world, thread, change)
  return { status: 200, body: describeChannel(world.state, thread, bot.id) }
}
