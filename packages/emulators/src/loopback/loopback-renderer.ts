// From what is to be said to what each request carries. The platform shows Markdown as it is; only mentions are written
// another way, `<@id>` for `@handle`, and long texts are cut, after that (DLV5). Pure.

import { cutIntoParts } from '@heddle/contract/long-text'
import { placeFiles, tellLeftFile, withFiles, withLines } from '@heddle/contract/long-text/place-files'
import { expandMentions } from '@heddle/contract/mentions'
import type { MessageRenderer } from '@heddle/gateway/channel'
import { platformFileBytesMax, platformRequestBytesMax, platformTextCharsMax } from './platform-words.ts'

export const loopbackRenderer: MessageRenderer = {
  render({ markdown, isMember, accountOf, footer, files = [], spareChars = 0 }) {
    const { requests, left } = placeFiles(files, fileLimits)
    const called = new Map<string, string>()
    const text = expandMentions(markdown, isMember, (handle, written) => {
      const id = accountOf(handle)
      if (id === undefined) return written
      called.set(id, `<@${id}>`)
      return `<@${id}>`
    })
    const whole = withLines(
      text,
      left.map((file) => tellLeftFile(file, file.name, fileLimits)),
    )
    const charsMax = platformTextCharsMax - spareChars
    return withFiles(cutIntoParts({ text: whole, footer, charsMax, called }), requests)
  },
}

const fileLimits = {
  platform: 'Loopback',
  fileBytesMax: platformFileBytesMax,
  requestBytesMax: platformRequestBytesMax,
  requestFilesMax: 10,
}
