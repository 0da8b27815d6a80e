// From what is to be said to what each request carries: Discord's own Markdown, mentions as `<@id>`, and cut after that
// into parts that leave room for what may have to go before them (DLV5). Pure.

import { cutIntoParts } from '@heddle/contract/long-text'
import {
  type FileToPlace,
  placeFiles,
  tellLeftFile,
  withFiles,
  withLines,
} from '@heddle/contract/long-text/place-files'
import { expandMentions } from '@heddle/contract/mentions'
import type { MessageRenderer } from '../channel.ts'
import { nameInFrontCharsMax } from './fallback-voice.ts'
import { escapeMarks, fileLimits } from './outbound-files.ts'
import { toDiscordMarkdown } from './to-discord-markdown.ts'

const messageCharsMax = 2_000

export const discordRenderer: MessageRenderer = {
  render({ markdown, isMember, accountOf, footer, files = [], spareChars = 0 }) {
    const { requests, left } = placeFiles(files, fileLimits)
    const called = new Map<string, string>()
    const text = expandMentions(toDiscordMarkdown(markdown), isMember, (handle, written) => {
      const id = accountOf(handle)
      if (id === undefined) return written
      called.set(id, `<@${id}>`)
      return `<@${id}>`
    })
    const whole = withLines(text, left.map(tellLeft))
    const charsMax = messageCharsMax - nameInFrontCharsMax - spareChars
    // Discord takes white space off both ends, and a message of nothing else not at all.
    const parts = cutIntoParts({ text: whole, footer, charsMax, called })
    return withFiles(
      parts.filter((part) => part.text.trim() !== ''),
      requests,
    )
  },
}

/** The address in brackets, so that Discord does not look there itself. */
function tellLeft({ name, bytes, link }: FileToPlace): string {
  const address = link === undefined ? {} : { link: `<${link}>` }
  return tellLeftFile({ bytes, ...address }, escapeMarks(name), fileLimits)
}
