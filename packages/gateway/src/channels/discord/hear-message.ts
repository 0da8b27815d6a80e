// Says a message to the ears of an account, as it comes and after a gap alike.

import { isThreadType } from './channel-words.ts'
import type { Ear } from './ear.ts'
import { directChannel, inboundMessage, isEmptied, isOwn, isSpoken, repliedIn } from './inbound-message.ts'
import type { KnownChannel } from './known-channels.ts'
import type { Roles } from './known-roles.ts'
import type { DiscordMessage } from './message-words.ts'

const starterTriesMax = 2

/**
 * `channel`: where it is known already. True: nobody here knew of it, neither as heard nor as our own. Throws where it could
 * not be heard.
 */
export async function hearMessage(
  ear: Ear,
  message: DiscordMessage,
  channel?: KnownChannel,
): Promise<boolean> {
  if (!isSpoken(message)) return false
  if (isEmptied(ear.inbound, message)) ear.warnOnce(noContentIntentWords)
  const place = channel ?? (await findPlace(ear, message))
  const isOurs = isOwn(ear.inbound, message)
  const starter = isOurs ? undefined : await findStarter(ear, place, message)
  const quoted = [starter, repliedIn(message)]
  const event = inboundMessage(ear.inbound, {
    message,
    channel: place,
    handles: await findHandles(ear, message, ...quoted),
    roles: await findRoles(ear, place, message, ...quoted),
    channelName: await nameChannels(ear, message, ...quoted),
    aboveName: nameAbove(ear, place),
    starter,
  })
  const heard = await ear.ears.hear(event)
  // What nobody began to hear with is told along with the next.
  if (heard.kind !== 'ignored' && isThreadType(place.type)) ear.starters.wasHeard(place.id)
  return !isOurs && !heard.deduped
}

const noContentIntentWords =
  'Discord keeps the texts of messages from the bot: switch on "Message Content Intent" at https://discord.com/developers/applications, under "Bot"'

/** Direct messages name no server, and need not be asked for. */
async function findPlace({ known }: Ear, message: DiscordMessage): Promise<KnownChannel> {
  const { channel_id: id, guild_id: guildId, channel_type: type } = message
  if (guildId == null) {
    const direct = known.peek(id) ?? { ...directChannel(id), ...(type != null && { type }) }
    known.note(direct)
    return direct
  }
  const told = { id, type: type ?? 0, guildId }
  // Only of a thread more is needed: what stands above it.
  if (type != null && !isThreadType(type)) return known.peek(id) ?? told
  // Of a place that we may not look at we know this much; whether anybody is heard there is judged by its id.
  return (await known.find(id)) ?? told
}

function nameAbove({ known }: Ear, { type, parentId }: KnownChannel): string | undefined {
  return isThreadType(type) && parentId !== undefined ? known.peek(parentId)?.name : undefined
}

/** A thread is heard without it rather than not at all. */
async function findStarter(ear: Ear, place: KnownChannel, message: DiscordMessage) {
  for (let tries = 1; ; tries++) {
    try {
      const starter = await ear.starters.find(place, ear.signal)
      // What is heard first may be that very message.
      return starter?.id === message.id ? undefined : starter
    } catch (error) {
      if (tries < starterTriesMax) continue
      ear.around.log.warn('the message that a thread was opened from cannot be read', { error })
      return undefined
    }
  }
}

/** Members who are named in it are called by their handles here (PPL4). */
async function findHandles(
  { ears, inbound }: Ear,
  ...messages: readonly (DiscordMessage | undefined)[]
): Promise<ReadonlyMap<string, string>> {
  const named = messages.flatMap((message) => (message?.mentions ?? []).map(({ id }) => id))
  const ids = [...new Set(named)].filter((id) => id !== inbound.ownId)
  return ids.length === 0 ? new Map() : ears.handlesOf(ids)
}

async function findRoles(
  { roles, signal }: Ear,
  { guildId }: KnownChannel,
  ...messages: readonly (DiscordMessage | undefined)[]
): Promise<Roles> {
  const isAny = messages.some((message) => (message?.mention_roles ?? []).length > 0)
  return isAny && guildId !== undefined ? roles.find(guildId, signal) : new Map()
}

const channelsNamedMax = 10

/** Those that are not known yet are asked for; a name that cannot be had is not worth a message. */
async function nameChannels(
  { known }: Ear,
  ...messages: readonly (DiscordMessage | undefined)[]
): Promise<(id: string) => string | undefined> {
  const written = messages.map((message) => message?.content ?? '').join('\n')
  const ids = new Set([...written.matchAll(/<#(\d{1,20})>/g)].map(([, id]) => id ?? ''))
  const names = new Map<string, string | undefined>()
  for (const id of [...ids].slice(0, channelsNamedMax)) {
    const channel = await known.find(id).catch(() => undefined)
    names.set(id, channel?.name)
  }
  return (id) => names.get(id)
}
