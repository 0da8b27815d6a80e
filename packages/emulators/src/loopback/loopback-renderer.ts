// From what is to be said to what each request carries. The platform shows Markdown as it is; only mentions are written
// another way, `<@id>` for `@handle`, and long texts are cut, after that (DLV5). Pure.

import { expandMentions } from '@heddle/contract/mentions'
import type { MessageRenderer, RenderedPart } from '@heddle/gateway/channel'
import { platformTextCharsMax } from './platform-words.ts'
import { readFences } from './read-fences.ts'
import { splitText } from './split-text.ts'

const footerCharsMax = 1_000

export const loopbackRenderer: MessageRenderer = {
  render({ markdown, accountOf, footer, spareChars = 0 }) {
    const called = new Set<string>()
    const text = expandMentions(
      markdown,
      (handle) => accountOf(handle) !== undefined,
      (handle, written) => {
        const id = accountOf(handle)
        if (id === undefined) return written
        called.add(id)
        return `<@${id}>`
      },
    )
    return withFooter(text, footer, platformTextCharsMax - spareChars).map((part) => partOf(part, called))
  },
}

function withFooter(text: string, footer: string | undefined, charsMax: number): string[] {
  if (footer === undefined || footer === '') {
    return text === '' ? [] : splitText(text, { charsMax })
  }
  const open = readFences(`${text}\n`).openAt(text.length + 1)
  // Behind a block that the text leaves open it would be read as code.
  const tail = `${open === undefined ? '' : `\n${open.mark}`}\n${footer.slice(0, footerCharsMax)}`
  if (text === '') return [tail.trimStart()]
  const parts = splitText(text, { charsMax, lastReserve: tail.length })
  return parts.with(-1, `${parts.at(-1) ?? ''}${tail}`)
}

/** Whoever was not written in by us is not called, whatever stands in the text (DLV6). */
function partOf(text: string, called: ReadonlySet<string>): RenderedPart {
  return { text, mentions: [...called].filter((id) => text.includes(`<@${id}>`)) }
}
