// What the bot has to be allowed, by the names that Discord shows, and what it is allowed in a channel. Pure.

import { isRecord, textOf } from './rest-words.ts'

export interface Needed {
  name: string
  bit: bigint
  /** What is lost without it. */
  without: string
  /** Without it nothing works there. */
  isVital: boolean
}

const bitAt = (at: number) => 1n << BigInt(at)

/** Exactly these are asked for by the invite link. */
export const neededPermissions: readonly Needed[] = [
  { name: 'View Channel', bit: bitAt(10), without: 'it hears nothing there', isVital: true },
  { name: 'Send Messages', bit: bitAt(11), without: 'it cannot answer', isVital: true },
  { name: 'Send Messages in Threads', bit: bitAt(38), without: 'it cannot answer in threads', isVital: true },
  { name: 'Create Public Threads', bit: bitAt(35), without: 'sub-agents get no threads', isVital: false },
  { name: 'Manage Threads', bit: bitAt(34), without: 'threads are not put away', isVital: false },
  {
    name: 'Manage Webhooks',
    bit: bitAt(29),
    without: "other agents speak in the bot's own voice, with their name in front",
    isVital: false,
  },
  {
    name: 'Read Message History',
    bit: bitAt(16),
    without: 'what was missed is not read, and what may have been sent cannot be looked for',
    isVital: true,
  },
  {
    name: 'Embed Links',
    bit: bitAt(14),
    without: 'files that do not go along are not named',
    isVital: false,
  },
  { name: 'Attach Files', bit: bitAt(15), without: 'it sends no files', isVital: false },
]

const administrator = bitAt(3)
const viewChannel = bitAt(10)

export function inviteUrl(applicationId: string): string {
  const permissions = neededPermissions.reduce((all, { bit }) => all | bit, 0n)
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: 'bot applications.commands',
    permissions: String(permissions),
  })
  return `https://discord.com/oauth2/authorize?${query.toString()}`
}

export function missingFrom(permissions: bigint): Needed[] {
  if ((permissions & administrator) !== 0n) return []
  // Who does not see a channel can do nothing in it, whatever else is allowed.
  if ((permissions & viewChannel) === 0n) return neededPermissions.filter(({ bit }) => bit === viewChannel)
  return neededPermissions.filter(({ bit }) => (permissions & bit) === 0n)
}

export interface Membership {
  guildId: string
  userId: string
  roleIds: ReadonlySet<string>
  /** What each role of the server allows, `@everyone` included, which has the server's id. */
  roles: ReadonlyMap<string, bigint>
}

/** On the whole server. */
export function permissionsOn({ guildId, roleIds, roles }: Membership): bigint {
  const own = [guildId, ...roleIds].map((id) => roles.get(id) ?? 0n)
  return own.reduce((all, role) => all | role, 0n)
}

/** In a channel: everyone's exceptions first, then those of the roles together, then the bot's own. */
export function permissionsIn(membership: Membership, channel: unknown): bigint {
  const { guildId, userId, roleIds } = membership
  const base = permissionsOn(membership)
  if ((base & administrator) !== 0n) return base
  const overwrites = readOverwrites(channel)
  const layers = [
    overwrites.filter(({ id }) => id === guildId),
    overwrites.filter(({ id }) => id !== guildId && roleIds.has(id)),
    overwrites.filter(({ id }) => id === userId),
  ]
  return layers.reduce((permissions, layer) => {
    const [allow, deny] = [layer.map((one) => one.allow), layer.map((one) => one.deny)].map((bits) =>
      bits.reduce((all, one) => all | one, 0n),
    )
    return (permissions & ~(deny ?? 0n)) | (allow ?? 0n)
  }, base)
}

export function readBits(value: unknown): bigint {
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? BigInt(value) : 0n
}

function readOverwrites(channel: unknown): { id: string; allow: bigint; deny: bigint }[] {
  const list = isRecord(channel) ? channel['permission_overwrites'] : undefined
  return (Array.isArray(list) ? list : []).map((one) => ({
    id: textOf(one, 'id') ?? '',
    allow: readBits(textOf(one, 'allow')),
    deny: readBits(textOf(one, 'deny')),
  }))
}
