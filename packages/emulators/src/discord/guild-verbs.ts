// Who and what is there: people, programs, servers, their channels and permissions. A name that is not there is a mistake
// of the caller's, and throws.

import { GatewayIntentBits } from 'discord-api-types/v10'
import { describeChannel, describeThread } from './describe-channel.ts'
import { describeRole } from './describe-guild.ts'
import { describeMember, describeUser } from './describe-user.ts'
import {
  applicationOf,
  channelOf,
  type DiscordWorld,
  guildIdOf,
  guildOf,
  threadsUnder,
  userOf,
} from './discord-state.ts'
import type {
  DirectChannel,
  DiscordApplication,
  DiscordChannel,
  DiscordGuild,
  DiscordMember,
  DiscordRole,
  DiscordUser,
  GuildChannel,
  GuildChannelKind,
  PermissionOverwrite,
} from './discord-words.ts'
import { everyonePermissions } from './permissions.ts'
import { tellOfChannel } from './tell-event.ts'

export function addUser(
  world: DiscordWorld,
  username: string,
  about: { id?: string; globalName?: string; isBot?: boolean } = {},
): DiscordUser {
  const { id = world.nextId(), globalName, isBot = false } = about
  const user = { id, username, isBot, ...(globalName !== undefined && { globalName }) }
  world.state.users.set(id, user)
  return user
}

/** A program with its bot; it is in no server yet. */
export function addApplication(
  world: DiscordWorld,
  name: string,
  about: { id?: string; token?: string } & Partial<
    Pick<DiscordApplication, 'mayReadContent' | 'mayReadMembers' | 'mayReadPresence'>
  > = {},
): DiscordApplication {
  const { id } = addUser(world, name, { isBot: true, ...(about.id !== undefined && { id: about.id }) })
  const application = {
    id,
    name,
    token: about.token ?? `${Buffer.from(id).toString('base64url')}.${world.nextSecret()}`,
    mayReadContent: about.mayReadContent ?? true,
    mayReadMembers: about.mayReadMembers ?? false,
    mayReadPresence: about.mayReadPresence ?? false,
  }
  world.state.applications.set(id, application)
  return application
}

/** The old one is nobody's from now on. */
export function changeToken(world: DiscordWorld, applicationId: string, token?: string): string {
  const application = applicationOf(world.state, applicationId)
  application.token = token ?? `${Buffer.from(applicationId).toString('base64url')}.${world.nextSecret()}`
  return application.token
}

export function addGuild(
  world: DiscordWorld,
  name: string,
  ownerId: string,
  about: { id?: string } = {},
): DiscordGuild {
  const id = about.id ?? world.nextId()
  const everyone = { id, name: '@everyone', permissions: everyonePermissions, position: 0 }
  const guild = {
    id,
    name,
    ownerId: userOf(world.state, ownerId).id,
    roles: new Map([[id, everyone]]),
    members: new Map<string, DiscordMember>(),
  }
  world.state.guilds.set(id, guild)
  joinGuild(world, id, ownerId)
  return guild
}

export function addRole(
  world: DiscordWorld,
  guildId: string,
  about: Pick<DiscordRole, 'name' | 'permissions'> & Partial<DiscordRole>,
): DiscordRole {
  const guild = guildOf(world.state, guildId)
  const role = { id: world.nextId(), position: guild.roles.size, ...about }
  guild.roles.set(role.id, role)
  tellOfRole(world, guildId, 'GUILD_ROLE_CREATE', role)
  return role
}

/** A bot comes with a role of its own that has what it was let in with; the gateway tells it what is there. */
export function joinGuild(
  world: DiscordWorld,
  guildId: string,
  userId: string,
  about: { permissions?: bigint; roleIds?: readonly string[]; nick?: string } = {},
): DiscordMember {
  const guild = guildOf(world.state, guildId)
  const { isBot, username } = userOf(world.state, userId)
  const own = isBot
    ? [addRole(world, guildId, { name: username, permissions: about.permissions ?? 0n, botId: userId }).id]
    : []
  const member = {
    userId,
    roleIds: [...own, ...(about.roleIds ?? [])],
    joinedAt: world.now(),
    ...(about.nick !== undefined && { nick: about.nick }),
  }
  guild.members.set(userId, member)
  if (isBot) world.emit({ t: 'GUILD_CREATE', d: { id: guildId }, guildId, botIds: [userId], intents: 0 })
  const d = { ...describeMember(world.state, member), guild_id: guildId }
  world.emit({ t: 'GUILD_MEMBER_ADD', d, guildId, intents: GatewayIntentBits.GuildMembers })
  return member
}

/** By oneself, or thrown out: it looks the same. */
export function leaveGuild(world: DiscordWorld, guildId: string, userId: string): void {
  const guild = guildOf(world.state, guildId)
  const user = userOf(world.state, userId)
  guild.members.delete(userId)
  for (const role of guild.roles.values()) if (role.botId === userId) guild.roles.delete(role.id)
  if (user.isBot) {
    world.emit({ t: 'GUILD_DELETE', d: { id: guildId }, guildId, botIds: [userId], intents: 0 })
  }
  const d = { guild_id: guildId, user: describeUser(user) }
  world.emit({ t: 'GUILD_MEMBER_REMOVE', d, guildId, intents: GatewayIntentBits.GuildMembers })
}

export function addChannel(
  world: DiscordWorld,
  guildId: string,
  name: string,
  about: { id?: string; kind?: GuildChannelKind; parentId?: string; overwrites?: PermissionOverwrite[] } = {},
): GuildChannel {
  const { state } = world
  const channel: GuildChannel = {
    kind: about.kind ?? 'text',
    id: about.id ?? world.nextId(),
    guildId: guildOf(state, guildId).id,
    name,
    position: [...state.channels.values()].filter((one) => guildIdOf(one) === guildId).length,
    overwrites: about.overwrites ?? [],
    ...(about.parentId !== undefined && { parentId: about.parentId }),
  }
  state.channels.set(channel.id, channel)
  tellOfChannel(world, channel, 'CHANNEL_CREATE', describeChannel(state, channel))
  return channel
}

/** The one between these two, which is there once they speak. */
export function openDirectChannel(world: DiscordWorld, oneId: string, otherId: string): DirectChannel {
  const memberIds = [oneId, otherId].map((id) => userOf(world.state, id).id)
  for (const channel of world.state.channels.values()) {
    if (channel.kind === 'dm' && memberIds.every((id) => channel.memberIds.includes(id))) return channel
  }
  const channel: DirectChannel = { kind: 'dm', id: world.nextId(), memberIds }
  world.state.channels.set(channel.id, channel)
  return channel
}

/** With it go its threads, webhooks and messages. */
export function deleteChannel(world: DiscordWorld, channel: DiscordChannel): void {
  const { state } = world
  for (const thread of threadsUnder(state, channel.id)) deleteChannel(world, thread)
  // Told while it is still there: who may see it decides who is told.
  if (channel.kind === 'thread') {
    const { id, guild_id, parent_id, type } = describeThread(state, channel)
    tellOfChannel(world, channel, 'THREAD_DELETE', { id, guild_id, parent_id, type })
  } else {
    tellOfChannel(world, channel, 'CHANNEL_DELETE', describeChannel(state, channel))
  }
  const messages = state.messagesByChannel.get(channel.id) ?? []
  for (const { id } of messages) state.messages.delete(id)
  state.deletedMessages.push(...messages)
  state.messagesByChannel.delete(channel.id)
  for (const { id, channelId } of state.webhooks.values()) {
    if (channelId === channel.id) state.webhooks.delete(id)
  }
  state.channels.delete(channel.id)
}

/** Instead of the one for the same role or member; without anything in it, it goes. */
export function setOverwrite(world: DiscordWorld, channelId: string, overwrite: PermissionOverwrite): void {
  const channel = channelOf(world.state, channelId)
  if (channel.kind === 'dm' || channel.kind === 'thread') throw new Error('there are no overwrites here')
  const others = channel.overwrites.filter(({ id }) => id !== overwrite.id)
  const isEmpty = overwrite.allow === 0n && overwrite.deny === 0n
  channel.overwrites = isEmpty ? others : [...others, overwrite]
  tellOfChannel(world, channel, 'CHANNEL_UPDATE', describeChannel(world.state, channel))
}

export function setRolePermissions(
  world: DiscordWorld,
  guildId: string,
  roleId: string,
  permissions: bigint,
): void {
  const role = guildOf(world.state, guildId).roles.get(roleId)
  if (!role) throw new Error(`there is no role ${roleId}`)
  role.permissions = permissions
  tellOfRole(world, guildId, 'GUILD_ROLE_UPDATE', role)
}

function tellOfRole(world: DiscordWorld, guildId: string, t: string, role: DiscordRole): void {
  const d = { guild_id: guildId, role: describeRole(role) }
  world.emit({ t, d, guildId, intents: GatewayIntentBits.Guilds })
}
