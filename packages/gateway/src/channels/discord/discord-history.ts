// Reads what was said in a conversation: of a thread first the message it was opened from, then the last ones.

import type { ConversationRef } from '@heddle/contract'
import { type Clock, sleepUnlessAborted } from '../../foundation/clock.ts'
import type { HistoryMessage, HistoryReader } from '../channel.ts'
import { isThreadType } from './channel-words.ts'
import type { KnownChannels } from './known-channels.ts'
import { type DiscordMessage, fileNameOf, nameOf, parseMessage } from './message-words.ts'
import { askIfReadable, type Page, pageMax, type PageWanted, readMessages } from './read-messages.ts'
import { readableText } from './readable-text.ts'
import { type DiscordRest, isOk } from './rest-words.ts'
import { timeOfId } from './snowflake-time.ts'

/** What people and programs say: common messages, replies, answers to commands. The rest is Discord's own. */
const spokenTypes: ReadonlySet<number> = new Set([0, 19, 20, 23])
/** Of an id that nobody has: who we are does not matter to whoever reads along. */
const nobody = '-'

const triesMax = 3
const backoffMs = 200

export function createHistoryReader(rest: DiscordRest, known: KnownChannels, clock: Clock): HistoryReader {
  /** Undefined: it is no thread, or that message is no more. */
  async function readStarter(
    place: ConversationRef,
    signal: AbortSignal,
  ): Promise<DiscordMessage | undefined> {
    const above = place.parentConversationId ?? (await parentOf(place.conversationId))
    if (above === undefined) return undefined
    const path = `/channels/${above}/messages/${place.conversationId}` as const
    const reply = await rest.call({ method: 'GET', path, signal })
    return isOk(reply) ? parseMessage(reply.body) : undefined
  }

  async function parentOf(id: string): Promise<string | undefined> {
    const channel = await known.find(id)
    return channel && isThreadType(channel.type) ? channel.parentId : undefined
  }

  /** Somebody waits for it, so only a few times; until the signal fires, as long as Discord says. */
  async function readPatiently(wanted: PageWanted): Promise<Page> {
    for (let tries = 1; ; tries++) {
      const page = await readMessages(rest, wanted)
      const isForNow = page.kind === 'unreadable' && page.isForNow
      if (!isForNow || tries === triesMax || wanted.signal.aborted) return page
      await sleepUnlessAborted(clock, page.retryAfterMs ?? backoffMs * 2 ** tries, wanted.signal)
    }
  }

  return {
    async read(place, { lastMax, signal }) {
      const channelId = place.conversationId
      let last: readonly DiscordMessage[] = []
      let hasMore = true
      while (hasMore && last.length < lastMax) {
        const limit = Math.min(pageMax, lastMax - last.length)
        const page = await readPatiently({ channelId, before: last[0]?.id, limit, signal })
        if (page.kind === 'gone')
          throw new Error('The conversation could not be read: it is no longer there.')
        if (page.kind === 'unreadable') throw new Error(`The conversation could not be read: ${page.detail}.`)
        last = [...page.messages, ...last]
        hasMore = page.hasMore && page.messages.length > 0
      }
      const closed = last.length === 0 ? await askIfReadable(rest, channelId, signal) : undefined
      if (closed) throw new Error(`The conversation could not be read: ${closed.detail}.`)
      const starter = await readStarter(place, signal)
      const all = starter === undefined ? last : [starter, ...last]
      const spoken = all.filter(({ type }) => spokenTypes.has(type))
      return { messages: spoken.map((message) => historyMessage(message, known)), hasMore }
    },
  }
}

/** Whoever is named in it is called by name, as people see it. */
function historyMessage(message: DiscordMessage, known: KnownChannels): HistoryMessage {
  const { id, author, member, webhook_id: webhookId, content, attachments } = message
  const names = new Map((message.mentions ?? []).map((user) => [user.id, nameOf(user, user.member)]))
  const text = readableText(content ?? '', {
    ownId: nobody,
    ownRoleIds: new Set(),
    user: (userId) => names.get(userId),
    role: () => undefined,
    channel: (channelId) => known.peek(channelId)?.name,
  })
  const files = (attachments ?? []).map((file) => `[File: ${fileNameOf(file)}]`)
  return {
    platformId: id,
    author: {
      platformId: author.id,
      name: nameOf(author, member),
      isBot: author.bot === true || webhookId != null,
    },
    text: [...(text === '' ? [] : [text]), ...files].join('\n'),
    writtenAt: timeOfId(id),
  }
}
