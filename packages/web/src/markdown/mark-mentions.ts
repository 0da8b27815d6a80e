// A text with signs around those whom it mentions, found by the one function that also the server asks. It brings its own
// set-up of the parser along, and so comes only where somebody may be mentioned.

import { parseMentions } from '@heddle/contract/mentions'
import { mentionMarks } from './mention-marks.ts'

/** `isKnown`: who can be mentioned there, by their handle. `own`: the reader's. `unknown` hears of the others. */
export function markMentions(
  text: string,
  isKnown: (handle: string) => boolean,
  own: string,
  unknown: (handle: string) => void = () => {},
): string {
  if (!text.includes('@')) return text
  let marked = ''
  let at = 0
  for (const { start, end, handle, known } of parseMentions(text, isKnown).spans) {
    if (!known) {
      unknown(handle)
      continue
    }
    const sign = handle === own ? mentionMarks.self : mentionMarks.start
    marked += `${text.slice(at, start)}${sign}${text.slice(start, end)}${mentionMarks.end}`
    at = end
  }
  return marked + text.slice(at)
}
