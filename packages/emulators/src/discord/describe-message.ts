// Messages as Discord tells of them: in an answer, and in an event.

import { MessageFlags } from 'discord-api-types/v10'
import { channelType, describeThread } from './describe-channel.ts'
import { describeMemberWithoutUser, describeUser } from './describe-user.ts'
import { pictureHash } from './describe-webhook.ts'
import { channelOf, type DiscordState, guildIdOf, userOf } from './discord-state.ts'
import type { DiscordAttachment, DiscordMessage } from './discord-words.ts'
import { isoTime } from './iso-time.ts'

export function describeMessage(state: DiscordState, message: DiscordMessage) {
  const { replyTo } = message
  const quoted = replyTo && state.messages.get(replyTo.messageId)
  return {
    ...describeWithoutQuote(state, message),
    ...(replyTo && { referenced_message: quoted ? describeWithoutQuote(state, quoted) : null }),
  }
}

/** What the event of it says. */
export function tellMessage(state: DiscordState, message: DiscordMessage) {
  const channel = channelOf(state, message.channelId)
  const guildId = guildIdOf(channel)
  const { author } = message
  const member =
    guildId !== undefined && author.kind === 'user'
      ? state.guilds.get(guildId)?.members.get(author.userId)
      : undefined
  return {
    ...describeMessage(state, message),
    channel_type: channelType(state, channel),
    ...(guildId !== undefined && { guild_id: guildId }),
    ...(member && { member: describeMemberWithoutUser(member) }),
  }
}

function describeWithoutQuote(state: DiscordState, message: DiscordMessage) {
  const channel = channelOf(state, message.channelId)
  const guildId = guildIdOf(channel)
  const thread = channel.kind === 'thread' ? undefined : state.channels.get(message.id)
  const flags = message.flags | (thread ? MessageFlags.HasThread : 0)
  return {
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    content: message.content,
    author: describeAuthor(state, message),
    mentions: message.mentioned.userIds.flatMap((id) => describeIfThere(state, id)),
    mention_roles: [...message.mentioned.roleIds],
    mention_everyone: message.mentioned.isEveryone,
    attachments: message.attachments.map((file) => describeAttachment(state, message.channelId, file)),
    embeds: [...message.embeds],
    components: [...message.components],
    timestamp: isoTime(message.createdAt),
    edited_timestamp: message.editedAt === undefined ? null : isoTime(message.editedAt),
    flags,
    pinned: false,
    tts: false,
    ...(message.nonce !== undefined && { nonce: message.nonce }),
    ...(message.applicationId !== undefined && { application_id: message.applicationId }),
    ...webhookOf(message),
    ...(message.replyTo && {
      message_reference: {
        type: 0,
        channel_id: message.replyTo.channelId,
        message_id: message.replyTo.messageId,
        ...(guildId !== undefined && { guild_id: guildId }),
      },
    }),
    ...(message.interaction && { interaction_metadata: describeInteraction(state, message.interaction) }),
    ...(thread?.kind === 'thread' && { thread: describeThread(state, thread) }),
    ...(channel.kind === 'thread' && { position: positionOf(state, message) }),
  }
}

/** An answer to an interaction is posted by a webhook that has the id of the application. */
function webhookOf({ author, interaction, applicationId }: DiscordMessage) {
  if (author.kind === 'webhook') return { webhook_id: author.webhookId }
  return interaction && applicationId !== undefined ? { webhook_id: applicationId } : {}
}

function describeAuthor(state: DiscordState, { author }: DiscordMessage) {
  if (author.kind === 'user') return describeUser(userOf(state, author.userId))
  const own = state.webhooks.get(author.webhookId)?.avatar
  const picture = author.avatarUrl ?? own
  return {
    ...describeUser({ id: author.webhookId, username: author.name, isBot: true }),
    discriminator: '0000',
    avatar: picture === undefined ? null : pictureHash(picture),
  }
}

function describeIfThere(state: DiscordState, id: string) {
  const user = state.users.get(id)
  return user ? [describeUser(user)] : []
}

function describeAttachment(state: DiscordState, channelId: string, file: DiscordAttachment) {
  const url = `${state.origin}/attachments/${channelId}/${file.id}/${encodeURIComponent(file.name)}`
  return {
    id: file.id,
    filename: file.name,
    size: file.content.length,
    url,
    proxy_url: url,
    ...(file.mediaType !== undefined && { content_type: file.mediaType }),
    ...(file.title !== undefined && { title: file.title }),
    ...(file.description !== undefined && { description: file.description }),
  }
}

function describeInteraction(
  state: DiscordState,
  interaction: NonNullable<DiscordMessage['interaction']>,
): object {
  const { id, type, userId, messageId, trigger } = interaction
  const about = {
    id,
    type,
    user: describeUser(userOf(state, userId)),
    authorizing_integration_owners: {},
  }
  const pressed = messageId === undefined ? {} : { interacted_message_id: messageId }
  if (!trigger) return { ...about, ...pressed }
  return { ...about, triggering_interaction_metadata: { ...about, ...trigger, ...pressed } }
}

/** How many stand before it in the thread, near enough. */
function positionOf(state: DiscordState, { channelId, id }: DiscordMessage): number {
  return (state.messagesByChannel.get(channelId) ?? []).findIndex((one) => one.id === id)
}
