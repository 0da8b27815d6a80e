// Reads what was said in a conversation: of a thread first the message it was opened from, then the last ones.

import type { HistoryMessage, HistoryReader } from '@heddle/gateway/channel'
import { askPatiently } from './ask-patiently.ts'
import { okBody } from './classify-reply.ts'
import { readPage, tellReply } from './loopback-calls.ts'
import type { PlatformClock } from './platform-time.ts'
import { historyPageMax, type PlatformMessage } from './platform-words.ts'
import type { Reach } from './reach-platform.ts'

const mention = /<@([A-Za-z0-9_-]+)>/g

/** Somebody waits for it. */
const patience = { triesMax: 3, backoffMs: 200 }

export function createHistoryReader(reach: Reach, clock: PlatformClock): HistoryReader {
  return {
    async read({ conversationId }, { lastMax, signal }) {
      let last: PlatformMessage[] = []
      let first: PlatformMessage | undefined
      let hasMore = true
      const names = new Map<string, string>()
      while (hasMore && last.length < lastMax) {
        const limit = Math.min(historyPageMax, lastMax - last.length)
        const before = last[0]?.id
        const reply = await askPatiently(
          { reach, clock, signal },
          { kind: 'history', body: { conversationId, before, limit }, ...patience },
        )
        const page = readPage(okBody(reply))
        if (!page) throw new Error(`The conversation could not be read: ${tellReply(reply)}.`)
        first ??= page.anchor
        for (const { id, name } of page.mentioned) names.set(id, name)
        last = [...page.messages, ...last]
        hasMore = page.hasMore && page.messages.length > 0
      }
      const messages = first === undefined ? last : [first, ...last]
      return { messages: messages.map((message) => historyMessage(message, names)), hasMore }
    },
  }
}

/** Whoever is named in it is called by name, as people see it. */
function historyMessage(message: PlatformMessage, names: ReadonlyMap<string, string>): HistoryMessage {
  const { id, author, text, createdAt } = message
  const { id: platformId, name, isBot } = author
  const shown = text.replaceAll(mention, (written, named: string) => {
    const known = names.get(named)
    return known === undefined ? written : `@${known}`
  })
  return { platformId: id, author: { platformId, name, isBot }, text: shown, writtenAt: createdAt }
}
