// What bots ask of messages in a channel.

import { MessageFlags, MessageType } from 'discord-api-types/v10'
import { describeMessage } from './describe-message.ts'
import { DiscordError } from './discord-error.ts'
import { guildIdOf, messagesIn } from './discord-state.ts'
import type { DiscordChannel, DiscordMessage } from './discord-words.ts'
import { channelFor, demandUnlocked, isOwn, messageFor } from './find-for-call.ts'
import { deleteMessage, editMessage, postMessage } from './message-verbs.ts'
import { readNonce, repeatedMessage, rememberNonce } from './nonces.ts'
import { demandIn, mayIn } from './permissions.ts'
import { countOldEdit } from './old-edits.ts'
import { type Form, readForm } from './read-form.ts'
import { demandSomething, type MessageBody, readMessageForm } from './read-message-body.ts'
import { readPage } from './read-page.ts'
import type { BotCall, DiscordRoute } from './router.ts'
import { tellOfTyping } from './tell-event.ts'

export const messageRoutes: readonly DiscordRoute[] = [
  {
    method: 'POST',
    path: '/channels/{channel_id}/messages',
    auth: 'bot',
    handle(call) {
      const { world, bot } = call
      const channel = channelFor(call)
      demandSendable(call, channel)
      const form = readForm(call.body)
      const body = readMessageForm(world, form, call.files)
      const replyTo = readReference(call, form, channel)
      const nonce = readNonce(form)
      form.finish()
      demandSomething(body)
      demandExtras(call, channel, body, replyTo !== undefined)
      const first = repeatedMessage(world, bot.id, nonce)
      if (first) return { status: 200, body: describeMessage(world.state, first) }
      const message = postMessage(world, {
        ...body,
        channelId: channel.id,
        author: { kind: 'user', userId: bot.id },
        // Ephemeral is for answers to interactions alone.
        flags: (body.flags ?? 0) & ~MessageFlags.Ephemeral,
        ...(replyTo && { replyTo }),
        ...(nonce && { nonce: nonce.value }),
      })
      rememberNonce(world, bot.id, nonce, message)
      return { status: 200, body: describeMessage(world.state, message) }
    },
  },
  {
    method: 'GET',
    path: '/channels/{channel_id}/messages',
    auth: 'bot',
    handle(call) {
      const { state } = call.world
      const channel = channelFor(call)
      const page = readPage(call.query)
      // Without this permission there is nothing to see, and no refusal either.
      const isReadable = mayIn(state, channel, call.bot.id, 'ReadMessageHistory')
      const messages = isReadable ? page.choose(messagesIn(state, channel.id)) : []
      return { status: 200, body: messages.toReversed().map((one) => describeMessage(state, one)) }
    },
  },
  {
    method: 'GET',
    path: '/channels/{channel_id}/messages/{message_id}',
    auth: 'bot',
    handle(call) {
      const channel = channelFor(call, 'ReadMessageHistory')
      return { status: 200, body: describeMessage(call.world.state, messageFor(call, channel.id)) }
    },
  },
  {
    method: 'PATCH',
    path: '/channels/{channel_id}/messages/{message_id}',
    auth: 'bot',
    handle(call) {
      const { world } = call
      const channel = channelFor(call)
      const message = messageFor(call, channel.id)
      if (!isOwn(message, call.bot.id)) throw new DiscordError(50_005)
      demandWords(message)
      if (channel.kind === 'thread' && channel.isArchived) throw new DiscordError(50_083)
      const form = readForm(call.body)
      const body = readMessageForm(world, form, call.files, message.attachments)
      form.finish()
      demandSomething({ ...message, ...body })
      countOldEdit(world, message)
      editMessage(world, message, body)
      return { status: 200, body: describeMessage(world.state, message) }
    },
  },
  {
    method: 'DELETE',
    path: '/channels/{channel_id}/messages/{message_id}',
    auth: 'bot',
    handle(call) {
      const channel = channelFor(call)
      const message = messageFor(call, channel.id)
      if (!isOwn(message, call.bot.id)) {
        if (channel.kind === 'dm') throw new DiscordError(50_003)
        demandIn(call.world.state, channel, call.bot.id, 'ManageMessages')
      }
      deleteMessage(call.world, message)
      return { status: 204 }
    },
  },
  {
    method: 'POST',
    path: '/channels/{channel_id}/typing',
    auth: 'bot',
    handle(call) {
      const { world, bot } = call
      const channel = channelFor(call)
      demandSendable(call, channel)
      world.state.typing.push({ userId: bot.id, channelId: channel.id, at: world.now() })
      const guildId = guildIdOf(channel)
      const d = { channel_id: channel.id, user_id: bot.id, timestamp: Math.floor(world.now() / 1_000) }
      tellOfTyping(world, channel, { ...d, ...(guildId !== undefined && { guild_id: guildId }) })
      return { status: 204 }
    },
  },
]

function demandSendable({ world: { state }, bot }: BotCall, channel: DiscordChannel): void {
  if (channel.kind === 'category' || channel.kind === 'forum') throw new DiscordError(50_008)
  const permission = channel.kind === 'thread' ? 'SendMessagesInThreads' : 'SendMessages'
  demandIn(state, channel, bot.id, permission)
  demandUnlocked(channel)
  if (channel.kind !== 'dm') return
  const others = channel.memberIds.filter((id) => id !== bot.id)
  const isShared = (id: string) =>
    [...state.guilds.values()].some(({ members }) => members.has(id) && members.has(bot.id))
  const isClosed = others.some((id) => state.users.get(id)?.refusesDirectMessages === true || !isShared(id))
  if (isClosed) throw new DiscordError(50_007)
}

function demandExtras(
  { world, bot }: BotCall,
  channel: DiscordChannel,
  body: MessageBody,
  isReply: boolean,
): void {
  const { state } = world
  if ((body.attachments?.length ?? 0) > 0) demandIn(state, channel, bot.id, 'AttachFiles')
  if ((body.embeds?.length ?? 0) > 0) demandIn(state, channel, bot.id, 'EmbedLinks')
  if (isReply && !mayIn(state, channel, bot.id, 'ReadMessageHistory')) throw new DiscordError(160_002)
}

function readReference(call: BotCall, form: Form, channel: DiscordChannel): DiscordMessage['replyTo'] {
  const reference = form.form('message_reference')
  if (!reference) return undefined
  const id = reference.snowflake('message_id')
  if (!reference.has('message_id'))
    reference.fail('message_id', 'BASE_TYPE_REQUIRED', 'This field is required')
  const quoted = id === undefined ? undefined : call.world.state.messages.get(id)
  if (id !== undefined && quoted?.channelId === channel.id) return { messageId: id, channelId: channel.id }
  if (reference.flag('fail_if_not_exists') !== false) {
    form.fail('message_reference', 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message')
  }
  return undefined
}

/** What Discord itself says is nobody's to change. */
function demandWords({ type }: DiscordMessage): void {
  const words: readonly number[] = [MessageType.Default, MessageType.Reply, MessageType.ChatInputCommand]
  if (!words.includes(type)) throw new DiscordError(50_021)
}
