// A text with signs around those whom it mentions, found by the one function that also the server asks. It brings its own
// set-up of the parser along, and so comes only where replies are read.

import { parseMentions } from '@heddle/contract/mentions'
import { mentionMarks, withoutMarks } from './mention-marks.ts'

/** `handles`: whom the server took as mentioned. `own`: the reader's handle. */
export function markMentions(body: string, handles: readonly string[], own: string): string {
  const text = withoutMarks(body)
  if (handles.length === 0) return text
  const named = new Set(handles)
  let marked = ''
  let at = 0
  for (const { start, end, handle, known } of parseMentions(text, (one) => named.has(one)).spans) {
    if (!known) continue
    const self = handle === own ? mentionMarks.self : ''
    marked += `${text.slice(at, start)}${mentionMarks.start}${self}${text.slice(start, end)}${mentionMarks.end}`
    at = end
  }
  return marked + text.slice(at)
}
