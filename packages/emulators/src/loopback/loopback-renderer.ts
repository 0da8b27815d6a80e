// From what is to be said to what each request carries. The platform shows Markdown as it is; only mentions are written
// another way, `<@id>` for `@handle`, and long texts are cut, after that (DLV5). Pure.

import { cutIntoParts } from '@heddle/contract/long-text'
import { expandMentions } from '@heddle/contract/mentions'
import type { MessageRenderer } from '@heddle/gateway/channel'
import { platformTextCharsMax } from './platform-words.ts'

export const loopbackRenderer: MessageRenderer = {
  render({ markdown, accountOf, footer, spareChars = 0 }) {
    const called = new Map<string, string>()
    const text = expandMentions(
      markdown,
      (handle) => accountOf(handle) !== undefined,
      (handle, written) => {
        const id = accountOf(handle)
        if (id === undefined) return written
        called.set(id, `<@${id}>`)
        return `<@${id}>`
      },
    )
    return cutIntoParts({ text, footer, charsMax: platformTextCharsMax - spareChars, called })
  },
}
