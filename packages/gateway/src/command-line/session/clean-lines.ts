// A text of several lines, made fit for a terminal: its line ends stay, a tab becomes spaces, and everything else that
// a terminal would obey is shown instead.

import { cleanText } from '../clean-text.ts'

export function cleanLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => cleanText(line.replaceAll('\t', '    ')))
}

export function indent(text: string): string[] {
  return cleanLines(text).map((line) => `  ${line}`)
}

const shownCharsMax = 160

/** On one line, as much as there is room for. */
export function shorten(text: string): string {
  const line = cleanLines(text.slice(0, 4 * shownCharsMax)).join(' ')
  // Half a character at the cut would be shown as a question mark.
  return line.length <= shownCharsMax
    ? line
    : `${line.slice(0, shownCharsMax).replace(/[\ud800-\udbff]$/, '')}…`
}

/** For text that comes in pieces: the same as cleaning it in one, however it was cut. */
export interface PieceCleaner {
  /** What can be written now; ends of lines are `\n`. */
  add(piece: string): string
  /** What was held back because more could have followed. */
  rest(): string
}

export function createPieceCleaner(): PieceCleaner {
  let held = ''
  return {
    add(piece) {
      const text = held + piece
      // Half of a character, or half of a line's end.
      held = /[\ud800-\udbff\r]$/.exec(text)?.[0] ?? ''
      return cleanLines(text.slice(0, text.length - held.length)).join('\n')
    },
    rest() {
      const text = cleanLines(held).join('\n')
      held = ''
      return text
    },
  }
}
