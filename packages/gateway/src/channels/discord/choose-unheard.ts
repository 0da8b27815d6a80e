// Of a server as Discord tells it at the beginning of a session: the places in which something was said since we were
// there, and in which nobody was heard yet. Each names its newest message, so that nothing has to be asked for. Pure.

import { z } from 'zod'
import { type AllowedPlaces, isNamed } from './allowed-places.ts'
import { isThreadType, parseChannel, snowflake } from './channel-words.ts'
import type { KnownChannel } from './known-channels.ts'
import { type Membership, missingFrom, permissionsIn, readBits } from './permissions.ts'
import { compareIds, idBefore } from './snowflake-time.ts'

export interface ToldServer {
  id: string
  /** Since when the bot is there. */
  joinedAt: number
  places: readonly ToldPlace[]
}

export interface ToldPlace {
  channel: KnownChannel
  /** It may have been deleted since. */
  newestId: string
  /** To ask where we may not costs a refusal, of which Discord takes only so many. */
  isReadable: boolean
}

const serverSchema = z.object({
  id: snowflake,
  unavailable: z.boolean().nullish(),
  joined_at: z.string().nullish(),
  channels: z.array(z.unknown()).nullish(),
  /** Those that are not archived and that the bot may see. */
  threads: z.array(z.unknown()).nullish(),
  roles: z.array(z.object({ id: snowflake, permissions: z.string() })).nullish(),
  /** Of bots like ours: they themselves. */
  members: z
    .array(z.object({ roles: z.array(snowflake), user: z.object({ id: snowflake }).nullish() }))
    .nullish()
    .catch(null),
})

const newestSchema = z.object({ last_message_id: snowflake })

/** Undefined: nothing is told of it now. */
export function readServer(data: unknown, ownId: string): ToldServer | undefined {
  const server = serverSchema.safeParse(data).data
  if (!server || server.unavailable === true) return undefined
  const { channels, threads } = server
  const mayRead = readerOf(server, ownId)
  const places = [...(channels ?? []), ...(threads ?? [])].flatMap((value): ToldPlace[] => {
    const channel = parseChannel(value, server.id)
    const newest = newestSchema.safeParse(value).data
    if (!channel || !newest) return []
    return [{ channel, newestId: newest.last_message_id, isReadable: mayRead(channel) }]
  })
  return { id: server.id, joinedAt: Date.parse(server.joined_at ?? '') || 0, places }
}

/** A thread goes by what stands above it. */
function readerOf(server: z.infer<typeof serverSchema>, ownId: string): (channel: KnownChannel) => boolean {
  const own = server.members?.find(({ user }) => user?.id === ownId)
  // Whoever is not told what they may has to try.
  if (!own || !server.roles) return () => true
  const membership: Membership = {
    guildId: server.id,
    userId: ownId,
    roleIds: new Set(own.roles),
    roles: new Map(server.roles.map(({ id, permissions }) => [id, readBits(permissions)])),
  }
  const byId = new Map((server.channels ?? []).map((value) => [parseChannel(value)?.id, value]))
  return ({ id, type, parentId }) => {
    const channel = byId.get(isThreadType(type) ? parentId : id)
    const missing = missingFrom(permissionsIn(membership, channel)).map(({ name }) => name)
    return !missing.includes('View Channel') && !missing.includes('Read Message History')
  }
}

/** Of all that was said there; undefined: nothing ever was. */
export function newestIn({ places }: ToldServer): string | undefined {
  return places
    .map(({ newestId }) => newestId)
    .toSorted(compareIds)
    .at(-1)
}

export interface Gap {
  /** The newest that Discord had told us of before, anywhere. */
  since: string
  now: number
  allowed: AllowedPlaces
  /** Of places that are read by what was heard there. */
  isHeard(id: string): boolean
}

export interface UnheardPlaces {
  /** Nothing before it is read. */
  after: string
  /** Where something was said last, first. */
  channels: readonly KnownChannel[]
  /** How many more there are. */
  leftOut: number
}

/** What is older is answered by nobody any more. */
const ageMaxMs = 24 * 3_600_000
const placesMax = 50
/** Text, voice, announcements, stage; of a forum its threads, which are told by themselves. */
const writtenIn: ReadonlySet<number> = new Set([0, 2, 5, 13])

export function chooseUnheard(server: ToldServer, gap: Gap): UnheardPlaces {
  // What was said before the bot was let in was not said to it.
  const bounds = [gap.since, idBefore(server.joinedAt), idBefore(gap.now - ageMaxMs)]
  const after = bounds.toSorted(compareIds).at(-1) ?? gap.since
  const found = server.places
    .filter(({ newestId }) => compareIds(newestId, after) > 0)
    .filter(({ channel, isReadable }) => isReadable && isWorthReading(server.id, channel, gap))
    .toSorted((a, b) => compareIds(b.newestId, a.newestId))
  const channels = found.slice(0, placesMax).map(({ channel }) => channel)
  return { after, channels, leftOut: found.length - channels.length }
}

function isWorthReading(guildId: string, { id, type, parentId }: KnownChannel, gap: Gap): boolean {
  if (gap.isHeard(id)) return false
  if (!isThreadType(type)) return writtenIn.has(type) && isNamed(gap.allowed, guildId, id)
  // A thread is judged by what stands above it.
  return parentId !== undefined && isNamed(gap.allowed, guildId, parentId)
}
