// Keeps what is known of Discord's channels, and asks for what was never told: a connection that was taken up again
// does not list them anew.

import { parseChannel } from './channel-words.ts'
import { ChannelNotSeen, type KnownChannel, type KnownChannels } from './known-channels.ts'
import { type DiscordRest, isOk } from './rest-words.ts'

/** Those that nobody spoke of for longest are forgotten, and asked for again. */
const keptMax = 20_000

export function createKnownChannels(rest: DiscordRest): KnownChannels {
  const known = new Map<string, KnownChannel>()
  const asked = new Map<string, Promise<KnownChannel | undefined>>()

  async function ask(id: string): Promise<KnownChannel | undefined> {
    const reply = await rest.call({
      method: 'GET',
      path: `/channels/${id}`,
      signal: new AbortController().signal,
    })
    if (reply.kind === 'answer' && (reply.status === 403 || reply.status === 404)) return undefined
    const channel = isOk(reply) ? parseChannel(reply.body) : undefined
    if (!channel) throw new ChannelNotSeen(id, reply)
    note(channel)
    return channel
  }

  function note(channel: KnownChannel): void {
    // Put in anew, so that it stands last.
    known.delete(channel.id)
    known.set(channel.id, channel)
    if (known.size <= keptMax) return
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }

  return {
    async find(id) {
      const channel = known.get(id)
      if (channel) return channel
      const asking = asked.get(id) ?? ask(id).finally(() => asked.delete(id))
      asked.set(id, asking)
      return asking
    },
    peek: (id) => known.get(id),
    note,
    forget: (id) => void known.delete(id),
    list: (guildId, parentId) =>
      [...known.values()].filter(
        (channel) => channel.guildId === guildId && (parentId === undefined || channel.parentId === parentId),
      ),
  }
}
