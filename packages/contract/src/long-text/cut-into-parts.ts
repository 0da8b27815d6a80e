// From a text with its footer to what each request carries, whatever the channel: cut, the footer behind the last part,
// and whom each part may call. Pure.

import { closingOf } from './read-fences.ts'
import { splitText } from './split-text.ts'

const footerCharsMax = 1_000

export interface PartsWanted {
  /** As the channel writes it, mentions written out. */
  text: string
  footer?: string | undefined
  /** Of each part. */
  charsMax: number
  /** How somebody who was written in by us is written, by the id of their account there. */
  called: ReadonlyMap<string, string>
}

export interface TextPart {
  text: string
  /** Whom it may call. */
  mentions: readonly string[]
}

export function cutIntoParts({ text, footer, charsMax, called }: PartsWanted): TextPart[] {
  return withFooter(text, footer, charsMax).map((part) => ({
    text: part,
    // Whoever was not written in by us is not called, whatever stands in the text (DLV6).
    mentions: [...called].filter(([, written]) => part.includes(written)).map(([id]) => id),
  }))
}

function withFooter(text: string, footer: string | undefined, charsMax: number): string[] {
  if (footer === undefined || footer === '') {
    return text === '' ? [] : splitText(text, { charsMax })
  }
  const closing = closingOf(text)
  // Behind a block that the text leaves open it would be read as code.
  const tail = `${closing === undefined ? '' : `\n${closing}`}\n${footer.slice(0, footerCharsMax)}`
  if (text === '') return [tail.trimStart()]
  const parts = splitText(text, { charsMax, lastReserve: tail.length })
  return parts.with(-1, `${parts.at(-1) ?? ''}${tail}`)
}
