// What one person sees of the emulated Discord at a moment, in words made for a page.

import { InteractionType, MessageFlags, MessageType } from 'discord-api-types/v10'
import { type CommandOption, readOptions } from './command-options.ts'
import { type DiscordState, userOf } from './discord-state.ts'
import type { DirectChannel, DiscordChannel, DiscordMessage, ThreadChannel } from './discord-words.ts'
import { type Interaction, outcomeOf } from './interactions.ts'
import type { Discord } from './open-discord.ts'
import { mayIn } from './permissions.ts'
import { buttonsOf } from './shown-buttons.ts'

/** The newest ones; who wants more plays a different game. */
const messagesMax = 200
/** For how long the page says that a program did not answer. */
const failureShownMs = 60_000

export function describeView(discord: Discord, userId: string, channelId?: string): object {
  const { state } = discord.platform
  const channels = discord.people.channelsOf(userOf(state, userId).id)
  return {
    users: [...state.users.values()].map(({ id, username, globalName, isBot }) => ({
      id,
      name: globalName ?? username,
      isBot,
    })),
    servers: [...state.guilds.values()]
      .filter(({ members }) => members.has(userId))
      .map(({ id, name, roles }) => ({
        id,
        name,
        roles: [...roles.values()].map((role) => ({ id: role.id, name: role.name })),
        channels: channels
          .filter((one) => isTextIn(one, id))
          .map((one) => describePlace(state, one, channels)),
      })),
    dms: channels.flatMap((one) => (one.kind === 'dm' ? [describeDm(state, one, userId)] : [])),
    ...(channels.some(({ id }) => id === channelId) && {
      place: describeOpenPlace(discord, userId, channelId ?? ''),
    }),
  }
}

function isTextIn(channel: DiscordChannel, guildId: string): boolean {
  const isText = channel.kind === 'text' || channel.kind === 'announcement'
  return isText && channel.guildId === guildId
}

function describePlace(
  state: DiscordState,
  channel: DiscordChannel,
  channels: readonly DiscordChannel[],
): object {
  const threads = channels.filter(
    (one): one is ThreadChannel => one.kind === 'thread' && one.parentId === channel.id,
  )
  return {
    ...placeIds(state, channel),
    name: 'name' in channel ? channel.name : '',
    threads: threads.map((thread) => describeThread(state, thread)),
  }
}

function describeThread(state: DiscordState, thread: ThreadChannel): object {
  const { name, isArchived, isLocked } = thread
  return { ...placeIds(state, thread), name, isArchived, isLocked }
}

function describeDm(state: DiscordState, dm: DirectChannel, userId: string): object {
  return { ...placeIds(state, dm), with: dm.memberIds.find((id) => id !== userId) ?? userId }
}

function placeIds(state: DiscordState, { id }: DiscordChannel) {
  return { id, lastId: state.messagesByChannel.get(id)?.at(-1)?.id ?? null }
}

function describeOpenPlace(discord: Discord, userId: string, channelId: string): object {
  const { platform, people, programs, interactions, clock } = discord
  const { state } = platform
  const channel = state.channels.get(channelId)
  const now = clock.wall()
  return {
    id: channelId,
    ...(channel?.kind === 'thread' && { thread: describeThread(state, channel) }),
    mayManage: channel !== undefined && mayIn(state, channel, userId, 'ManageThreads'),
    messages: people
      .read(userId, channelId)
      .slice(-messagesMax)
      .map((message) => describeShown(state, message)),
    commands: programs.commandsFor(userId, channelId).map(({ id, applicationId, definition }) => ({
      id,
      name: definition.name,
      description: definition['description'] ?? '',
      program: state.users.get(applicationId)?.username ?? '',
      options: readOptions(definition).map(describeOption),
    })),
    asked: interactions
      .all()
      .filter((one) => one.userId === userId && one.channelId === channelId)
      .filter(({ createdAt }) => now - createdAt < failureShownMs)
      .filter(({ type }) => type !== InteractionType.ApplicationCommandAutocomplete)
      .map((one) => describeAsked(state, one, now)),
    typing: state.typing
      .filter((one) => one.channelId === channelId && one.userId !== userId && now - one.at < 10_000)
      .map((one) => one.userId),
  }
}

function describeOption(option: CommandOption): object {
  const { type, name, description, isRequired, hasAutocomplete, choices, options } = option
  return {
    type,
    name,
    description,
    isRequired,
    hasAutocomplete,
    choices,
    options: options.map(describeOption),
  }
}

function describeAsked(state: DiscordState, one: Interaction, now: number): object {
  const { id, type, name, applicationId, messageId } = one
  const program = state.users.get(applicationId)?.username ?? ''
  return { id, type, name: name ?? null, messageId: messageId ?? null, program, outcome: outcomeOf(one, now) }
}

function describeShown(state: DiscordState, message: DiscordMessage): object {
  const { id, content, embeds, createdAt, editedAt, interaction, replyTo, flags } = message
  const quoted = replyTo && state.messages.get(replyTo.messageId)
  const asker = interaction && state.users.get(interaction.userId)
  return {
    id,
    author: describeSpeaker(state, message),
    text: content,
    isNotice: message.type === MessageType.ThreadCreated || message.type === MessageType.ThreadStarterMessage,
    createdAt,
    isEdited: editedAt !== undefined && interaction === undefined,
    isForYou: message.visibleTo !== undefined,
    isThinking: (flags & MessageFlags.Loading) !== 0,
    embeds,
    buttons: buttonsOf(message.components),
    files: message.attachments.map((file) => ({
      name: file.name,
      mediaType: file.mediaType ?? null,
      sizeBytes: file.content.length,
      url: `/attachments/${message.channelId}/${file.id}/${encodeURIComponent(file.name)}`,
    })),
    threadName: threadNameOf(state, id),
    pings: message.pings.userIds,
    ...(replyTo && {
      quoted: quoted ? { id: quoted.id, author: describeSpeaker(state, quoted), text: quoted.content } : null,
    }),
    ...(interaction?.name !== undefined &&
      asker && { asked: { by: asker.globalName ?? asker.username, name: interaction.name } }),
  }
}

function threadNameOf(state: DiscordState, messageId: string): string | null {
  const thread = state.channels.get(messageId)
  return thread?.kind === 'thread' ? thread.name : null
}

function describeSpeaker(state: DiscordState, { author }: DiscordMessage): object {
  if (author.kind === 'webhook') {
    const picture = author.avatarUrl ?? state.webhooks.get(author.webhookId)?.avatar ?? null
    return { id: author.webhookId, name: author.name, isBot: true, isPersona: true, picture }
  }
  const { id, username, globalName, isBot } = userOf(state, author.userId)
  return { id, name: globalName ?? username, isBot, isPersona: false, picture: null }
}
