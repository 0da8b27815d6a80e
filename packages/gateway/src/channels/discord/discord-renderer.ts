// From what is to be said to what each request carries: Discord's own Markdown, mentions as `<@id>`, and cut after that
// into parts that leave room for what may have to go before them (DLV5). Pure.

import { cutIntoParts } from '@heddle/contract/long-text'
import { expandMentions } from '@heddle/contract/mentions'
import type { MessageRenderer } from '../channel.ts'
import { nameInFrontCharsMax } from './fallback-voice.ts'
import { toDiscordMarkdown } from './to-discord-markdown.ts'

const messageCharsMax = 2_000

export const discordRenderer: MessageRenderer = {
  render({ markdown, accountOf, footer, spareChars = 0 }) {
    const called = new Map<string, string>()
    const text = expandMentions(
      toDiscordMarkdown(markdown),
      (handle) => accountOf(handle) !== undefined,
      (handle, written) => {
        const id = accountOf(handle)
        if (id === undefined) return written
        called.set(id, `<@${id}>`)
        return `<@${id}>`
      },
    )
    const charsMax = messageCharsMax - nameInFrontCharsMax - spareChars
    // Discord takes white space off both ends, and a message of nothing else not at all.
    return cutIntoParts({ text, footer, charsMax, called }).filter((part) => part.text.trim() !== '')
  },
}
