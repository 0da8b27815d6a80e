// What Discord tells of servers, channels and threads: it is kept, and what is no more, or was put away by somebody
// else, is said to the ears.

import type { ConversationRef } from '@heddle/contract'
import { z } from 'zod'
import { isThreadType, parseChannel, snowflake } from './channel-words.ts'
import type { Ear } from './ear.ts'
import { conversationRef } from './inbound-message.ts'
import type { KnownChannel } from './known-channels.ts'

export interface GonePlaces {
  /** In whose line it is said. */
  key: string
  how: 'deleted' | 'archived'
  places: readonly KnownChannel[]
  /** A channel whose threads are gone with it, also those that nobody has told of since the start. */
  withThreadsUnder?: string
}

const guildSchema = z.object({
  id: snowflake,
  unavailable: z.boolean().nullish(),
  channels: z.array(z.unknown()).nullish(),
  threads: z.array(z.unknown()).nullish(),
  roles: z.unknown().optional(),
})

const ofGuildSchema = z.object({ guild_id: snowflake, threads: z.array(z.unknown()).nullish() })

const memberSchema = z.object({ guild_id: snowflake, user: z.object({ id: snowflake }) })

/** At once, in the order in which it is told: what is said next is understood by it. */
export function notePlaces(ear: Ear, type: string, data: unknown): GonePlaces | undefined {
  const { known, roles } = ear
  switch (type) {
    case 'GUILD_CREATE': {
      const guild = guildSchema.safeParse(data).data
      if (!guild) return undefined
      noteAll(ear, [...(guild.channels ?? []), ...(guild.threads ?? [])], guild.id)
      roles.note(guild.id, guild.roles)
      permissionsChangedIn(ear, guild.id)
      return undefined
    }
    case 'GUILD_DELETE':
      return guildGone(ear, data)
    case 'CHANNEL_CREATE':
    case 'CHANNEL_UPDATE':
    case 'THREAD_CREATE': {
      const channel = parseChannel(data)
      if (channel) known.note(channel)
      if (channel && type === 'CHANNEL_UPDATE') ear.permissionsChanged([channel.id])
      return undefined
    }
    case 'THREAD_LIST_SYNC': {
      const synced = ofGuildSchema.safeParse(data).data
      if (synced) noteAll(ear, synced.threads ?? [], synced.guild_id)
      return undefined
    }
    case 'THREAD_UPDATE':
      return threadChanged(ear, data)
    case 'THREAD_DELETE':
    case 'CHANNEL_DELETE':
      return channelGone(ear, data)
    case 'GUILD_ROLE_CREATE':
    case 'GUILD_ROLE_UPDATE':
    case 'GUILD_ROLE_DELETE': {
      const changed = ofGuildSchema.safeParse(data).data
      if (changed) roles.forget(changed.guild_id)
      if (changed) permissionsChangedIn(ear, changed.guild_id)
      return undefined
    }
    case 'GUILD_MEMBER_UPDATE': {
      // Told of the bot itself, whatever else it wants to be told.
      const changed = memberSchema.safeParse(data).data
      if (changed?.user.id === ear.inbound.ownId) permissionsChangedIn(ear, changed.guild_id)
      return undefined
    }
    default:
      return undefined
  }
}

function permissionsChangedIn({ known, permissionsChanged }: Ear, guildId: string): void {
  permissionsChanged(known.list(guildId).map(({ id }) => id))
}

function noteAll({ known }: Ear, channels: readonly unknown[], guildId: string): void {
  for (const value of channels) {
    const channel = parseChannel(value, guildId)
    if (channel) known.note(channel)
  }
}

/** Discord does not say who archived it. What we put away ourselves is noted as archived before that. */
function threadChanged({ known }: Ear, data: unknown): GonePlaces | undefined {
  const thread = parseChannel(data)
  if (!thread) return undefined
  const wasArchived = known.peek(thread.id)?.isArchived === true
  known.note(thread)
  if (!thread.isArchived || wasArchived) return undefined
  return { key: thread.id, how: 'archived', places: [thread] }
}

function channelGone({ known }: Ear, data: unknown): GonePlaces | undefined {
  const channel = parseChannel(data)
  if (!channel) return undefined
  const below = channel.guildId === undefined ? [] : known.list(channel.guildId, channel.id)
  // Channels outlive the category that they stand in.
  const threads = below.filter(({ type }) => isThreadType(type))
  known.forget(channel.id)
  for (const { id } of threads) known.forget(id)
  return { key: channel.id, how: 'deleted', places: [channel, ...threads], withThreadsUnder: channel.id }
}

/** A server that cannot be reached for a while comes back as it was. */
function guildGone({ known, roles }: Ear, data: unknown): GonePlaces | undefined {
  const guild = guildSchema.safeParse(data).data
  if (!guild || guild.unavailable === true) return undefined
  const places = known.list(guild.id)
  for (const { id } of places) known.forget(id)
  roles.forget(guild.id)
  return { key: guild.id, how: 'deleted', places }
}

const lookedAtMax = 200

export async function tellGone({ ears, inbound }: Ear, gone: GonePlaces): Promise<void> {
  const told = new Map<string, ConversationRef>(
    gone.places.map((channel) => [channel.id, conversationRef(inbound, channel)]),
  )
  if (gone.withThreadsUnder !== undefined) {
    for (const { conversation } of await ears.lastHeard(lookedAtMax)) {
      const isBelow = conversation.parentConversationId === gone.withThreadsUnder
      if (isBelow) told.set(conversation.conversationId, conversation)
    }
  }
  for (const conversation of told.values()) await ears.placeGone(conversation, gone.how)
}
