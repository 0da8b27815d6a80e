// What a member may do in a channel: by roles and overwrites, as Discord reckons it.

import { PermissionFlagsBits } from 'discord-api-types/v10'
import { DiscordError } from './discord-error.ts'
import { channelOf, type DiscordState, guildOf } from './discord-state.ts'
import type { DiscordChannel, DiscordGuild, GuildChannel } from './discord-words.ts'

export type PermissionName = keyof typeof PermissionFlagsBits

export function permissionBits(...names: readonly PermissionName[]): bigint {
  return names.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n)
}

/** What everybody can do in a new server. */
export const everyonePermissions = permissionBits(
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'ReadMessageHistory',
  'EmbedLinks',
  'AttachFiles',
  'AddReactions',
  'UseApplicationCommands',
)

const everything = Object.values(PermissionFlagsBits).reduce((bits, bit) => bits | bit, 0n)
const inDirectMessages = permissionBits(
  'ViewChannel',
  'SendMessages',
  'ReadMessageHistory',
  'EmbedLinks',
  'AttachFiles',
  'AddReactions',
  'UseApplicationCommands',
)

/** 0: not in the server at all, or not in the direct message. */
export function permissionsIn(state: DiscordState, channel: DiscordChannel, userId: string): bigint {
  if (channel.kind === 'dm') return channel.memberIds.includes(userId) ? inDirectMessages : 0n
  const guild = guildOf(state, channel.guildId)
  const base = permissionsInGuild(guild, userId)
  if (base === everything) return everything
  const standing = channel.kind === 'thread' ? channelOf(state, channel.parentId) : channel
  const bits =
    standing.kind === 'dm' || standing.kind === 'thread' ? base : overwrite(base, guild, standing, userId)
  if (!has(bits, 'ViewChannel')) return 0n
  const isOutside = channel.kind === 'thread' && channel.isPrivate && !channel.memberIds.has(userId)
  return isOutside && !has(bits, 'ManageThreads') ? 0n : bits
}

export function permissionsInGuild(guild: DiscordGuild, userId: string): bigint {
  const member = guild.members.get(userId)
  if (!member) return 0n
  if (guild.ownerId === userId) return everything
  const roles = [guild.id, ...member.roleIds].map((id) => guild.roles.get(id)?.permissions ?? 0n)
  const bits = roles.reduce((sum, one) => sum | one, 0n)
  return has(bits, 'Administrator') ? everything : bits
}

function overwrite(base: bigint, guild: DiscordGuild, channel: GuildChannel, userId: string): bigint {
  const roleIds = guild.members.get(userId)?.roleIds ?? []
  const forEveryone = channel.overwrites.filter(({ id }) => id === guild.id)
  const forRoles = channel.overwrites.filter(({ id, kind }) => kind === 'role' && roleIds.includes(id))
  const forMember = channel.overwrites.filter(({ id, kind }) => kind === 'member' && id === userId)
  return [forEveryone, forRoles, forMember].reduce((bits, layer) => {
    const deny = layer.reduce((sum, one) => sum | one.deny, 0n)
    const allow = layer.reduce((sum, one) => sum | one.allow, 0n)
    return (bits & ~deny) | allow
  }, base)
}

export function has(bits: bigint, name: PermissionName): boolean {
  return (bits & PermissionFlagsBits[name]) !== 0n
}

export function mayIn(
  state: DiscordState,
  channel: DiscordChannel,
  userId: string,
  name: PermissionName,
): boolean {
  return has(permissionsIn(state, channel, userId), name)
}

/** Throws 50001 where it cannot even be seen, 50013 where something is missing there. */
export function demandIn(
  state: DiscordState,
  channel: DiscordChannel,
  userId: string,
  ...names: readonly PermissionName[]
): void {
  const bits = permissionsIn(state, channel, userId)
  if (!has(bits, 'ViewChannel')) throw new DiscordError(50_001)
  if (names.some((name) => !has(bits, name))) throw new DiscordError(50_013)
}
