// Messages appear, change and go: of people, bots and webhooks alike. Whether somebody may is asked before.

import { MessageType } from 'discord-api-types/v10'
import { type AllowedMentions, choosePings } from './choose-pings.ts'
import { tellMessage } from './describe-message.ts'
import { channelOf, type DiscordState, type DiscordWorld, guildIdOf } from './discord-state.ts'
import type { DiscordChannel, DiscordMessage } from './discord-words.ts'
import { tellOfMessage } from './tell-event.ts'
import { unarchiveThread } from './thread-verbs.ts'

export type MessageDraft = Pick<DiscordMessage, 'channelId' | 'author'> &
  Partial<Omit<DiscordMessage, 'id' | 'createdAt' | 'editedAt' | 'pings' | 'mentioned'>> & {
    allowedMentions?: AllowedMentions
  }

/** A message in an archived thread opens it again; whether it is locked was asked before. */
export function postMessage(world: DiscordWorld, draft: MessageDraft): DiscordMessage {
  const { state } = world
  const { allowedMentions, ...given } = draft
  const channel = channelOf(state, draft.channelId)
  const content = draft.content ?? ''
  const pings = choosePings(state, {
    channel,
    author: draft.author,
    content,
    allowed: allowedMentions,
    repliedTo: authorIdOf(state, draft.replyTo?.messageId),
  })
  const message: DiscordMessage = {
    type: draft.replyTo ? MessageType.Reply : MessageType.Default,
    embeds: [],
    components: [],
    attachments: [],
    flags: 0,
    ...given,
    content,
    id: world.nextId(),
    pings,
    mentioned: pings,
    createdAt: world.now(),
  }
  if (channel.kind === 'thread') enterThread(world, channel, message)
  keep(state, message)
  tellOfMessage(world, channel, 'MESSAGE_CREATE', tellMessage(state, message), message)
  return message
}

export type MessageChange = Partial<
  Pick<DiscordMessage, 'content' | 'embeds' | 'components' | 'attachments' | 'flags'>
> & { allowedMentions?: AllowedMentions }

export function editMessage(world: DiscordWorld, message: DiscordMessage, change: MessageChange): void {
  const { state } = world
  const { allowedMentions, ...given } = change
  const channel = channelOf(state, message.channelId)
  Object.assign(message, given, { editedAt: world.now() })
  message.mentioned = choosePings(state, {
    channel,
    author: message.author,
    content: message.content,
    allowed: allowedMentions,
    repliedTo: authorIdOf(state, message.replyTo?.messageId),
  })
  tellOfMessage(world, channel, 'MESSAGE_UPDATE', tellMessage(state, message), message)
}

/** A thread that was opened from it stays. */
export function deleteMessage(world: DiscordWorld, message: DiscordMessage): void {
  const { state } = world
  const channel = channelOf(state, message.channelId)
  const guildId = guildIdOf(channel)
  forget(state, message)
  const d = { id: message.id, channel_id: channel.id, ...(guildId !== undefined && { guild_id: guildId }) }
  tellOfMessage(world, channel, 'MESSAGE_DELETE', d, message)
}

function enterThread(
  world: DiscordWorld,
  thread: DiscordChannel & { kind: 'thread' },
  { author }: DiscordMessage,
): void {
  unarchiveThread(world, thread)
  thread.sentCount++
  if (author.kind === 'user') thread.memberIds.add(author.userId)
}

function keep(state: DiscordState, message: DiscordMessage): void {
  state.messages.set(message.id, message)
  const beside = state.messagesByChannel.get(message.channelId)
  if (beside) beside.push(message)
  else state.messagesByChannel.set(message.channelId, [message])
}

function forget(state: DiscordState, message: DiscordMessage): void {
  state.messages.delete(message.id)
  const beside = state.messagesByChannel.get(message.channelId) ?? []
  const place = beside.indexOf(message)
  if (place !== -1) beside.splice(place, 1)
  state.deletedMessages.push(message)
}

function authorIdOf(state: DiscordState, messageId: string | undefined): string | undefined {
  const author = messageId === undefined ? undefined : state.messages.get(messageId)?.author
  return author?.kind === 'user' ? author.userId : undefined
}
