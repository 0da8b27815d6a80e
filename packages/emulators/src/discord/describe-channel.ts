// Channels of every kind as Discord tells of them.

import { ChannelType } from 'discord-api-types/v10'
import { describeUser } from './describe-user.ts'
import { type DiscordState, userOf } from './discord-state.ts'
import type {
  DirectChannel,
  DiscordChannel,
  GuildChannel,
  GuildChannelKind,
  ThreadChannel,
} from './discord-words.ts'
import { isoTime } from './iso-time.ts'

/** `seenBy`: of a direct message, who is told; the others are its recipients. */
export function describeChannel(state: DiscordState, channel: DiscordChannel, seenBy?: string) {
  switch (channel.kind) {
    case 'dm':
      return describeDirectChannel(state, channel, seenBy)
    case 'thread':
      return describeThread(state, channel, seenBy)
    default:
      return describeGuildChannel(state, channel)
  }
}

const typeOfKind: Record<GuildChannelKind, ChannelType> = {
  text: ChannelType.GuildText,
  announcement: ChannelType.GuildAnnouncement,
  voice: ChannelType.GuildVoice,
  category: ChannelType.GuildCategory,
  forum: ChannelType.GuildForum,
}

export function channelType(state: DiscordState, channel: DiscordChannel): ChannelType {
  if (channel.kind === 'dm') return ChannelType.DM
  if (channel.kind !== 'thread') return typeOfKind[channel.kind]
  if (channel.isPrivate) return ChannelType.PrivateThread
  const isNews = state.channels.get(channel.parentId)?.kind === 'announcement'
  return isNews ? ChannelType.AnnouncementThread : ChannelType.PublicThread
}

function describeGuildChannel(state: DiscordState, channel: GuildChannel) {
  return {
    id: channel.id,
    type: channelType(state, channel),
    ...lastMessage(state, channel),
    flags: 0,
    guild_id: channel.guildId,
    name: channel.name,
    parent_id: channel.parentId ?? null,
    rate_limit_per_user: 0,
    topic: null,
    position: channel.position,
    permission_overwrites: channel.overwrites.map(({ id, kind, allow, deny }) => ({
      id,
      type: kind === 'role' ? 0 : 1,
      allow: String(allow),
      deny: String(deny),
    })),
    nsfw: false,
  }
}

export function describeThread(state: DiscordState, thread: ThreadChannel, seenBy?: string) {
  const isMember = seenBy !== undefined && thread.memberIds.has(seenBy)
  return {
    id: thread.id,
    type: channelType(state, thread),
    ...lastMessage(state, thread),
    flags: 0,
    guild_id: thread.guildId,
    name: thread.name,
    parent_id: thread.parentId,
    rate_limit_per_user: 0,
    owner_id: thread.ownerId,
    thread_metadata: {
      archived: thread.isArchived,
      archive_timestamp: isoTime(thread.archiveChangedAt),
      auto_archive_duration: thread.autoArchiveMinutes,
      locked: thread.isLocked,
      create_timestamp: isoTime(thread.createdAt),
    },
    message_count: (state.messagesByChannel.get(thread.id) ?? []).length,
    member_count: thread.memberIds.size,
    total_message_sent: thread.sentCount,
    ...(isMember && { member: describeThreadMember(thread, seenBy) }),
  }
}

export function describeThreadMember(thread: ThreadChannel, userId: string) {
  return { id: thread.id, user_id: userId, join_timestamp: isoTime(thread.createdAt), flags: 0 }
}

function describeDirectChannel(state: DiscordState, channel: DirectChannel, seenBy: string | undefined) {
  const others = channel.memberIds.filter((id) => id !== seenBy)
  return {
    id: channel.id,
    type: ChannelType.DM,
    ...lastMessage(state, channel),
    flags: 0,
    recipients: others.map((id) => describeUser(userOf(state, id))),
  }
}

function lastMessage(state: DiscordState, { id }: DiscordChannel) {
  return { last_message_id: state.messagesByChannel.get(id)?.at(-1)?.id ?? null }
}
