// Where many work at once, the end of what one said last stands for it. Pure.

import { limits } from '@heddle/contract'

/** Without the marks of Markdown: it is read as plain words. */
export function lastLineOf(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? ''
  return line
    .replace(/^[\s>#*+-]+|[*_`~]+/g, '')
    .trim()
    .slice(0, limits.runLastLineCharsMax)
}
