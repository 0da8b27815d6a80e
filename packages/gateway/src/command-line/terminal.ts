// The only way to the terminal. Words are cleaned first and coloured after, so nothing that someone else wrote can
// reach it raw. With --json only one value is printed, and what is meant for people's eyes is left out.

import { styleText } from 'node:util'
import { cleanJson, cleanText, textWidth } from './clean-text.ts'

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan'

export interface Styled {
  text: string
  style: Style
}

export type Words = string | Styled

export const bold = (text: string): Styled => ({ text, style: 'bold' })
export const dim = (text: string): Styled => ({ text, style: 'dim' })
export const green = (text: string): Styled => ({ text, style: 'green' })
export const yellow = (text: string): Styled => ({ text, style: 'yellow' })
export const red = (text: string): Styled => ({ text, style: 'red' })

export interface Outlet {
  write(text: string): void
  /** False once its reader has gone away; what is written then is lost. */
  isOpen(): boolean
  /** Someone looks at it. */
  readonly isTerminal: boolean
  readonly colour: boolean
}

export interface Terminal {
  readonly json: boolean
  /** Someone can be asked. */
  readonly canAsk: boolean
  /** One line for people, on stdout. */
  say(...words: Words[]): void
  /** Several lines in one piece: whoever reads the first has them all. */
  sayAtOnce(lines: readonly (readonly Words[])[]): void
  /** One line for people, on stderr. */
  note(...words: Words[]): void
  /** Aligned columns, on stdout. */
  table(rows: readonly (readonly Words[])[]): void
  /** One JSON value on stdout, whatever the mode. */
  print(value: unknown, indent?: number): void
  /** A line on stderr, for errors and progress, whatever the mode. */
  complain(...words: Words[]): void
  complainJson(value: unknown): void
  readonly stderr: Outlet
}

export function createTerminal(options: {
  stdout: Outlet
  stderr: Outlet
  json: boolean
  canAsk: boolean
}): Terminal {
  const { stdout, stderr, json } = options
  const line = (outlet: Outlet, words: readonly Words[]) => outlet.write(`${paint(words, outlet.colour)}\n`)
  return {
    json,
    canAsk: options.canAsk,
    stderr,
    say: (...words) => json || line(stdout, words),
    sayAtOnce: (lines) =>
      json || stdout.write(lines.map((words) => `${paint(words, stdout.colour)}\n`).join('')),
    note: (...words) => json || line(stderr, words),
    table(rows) {
      if (!json) for (const row of align(rows)) line(stdout, row)
    },
    print: (value, indent) => stdout.write(`${cleanJson(value, indent)}\n`),
    complain: (...words) => line(stderr, words),
    complainJson: (value) => stderr.write(`${cleanJson(value)}\n`),
  }
}

export function paint(words: readonly Words[], colour: boolean): string {
  return words
    .map((word) => {
      if (typeof word === 'string') return cleanText(word)
      const text = cleanText(word.text)
      return colour && text !== '' ? styleText(word.style, text, { validateStream: false }) : text
    })
    .join('')
}

function align(rows: readonly (readonly Words[])[]): Words[][] {
  const widths: number[] = []
  const widthOf = (word: Words) => textWidth(cleanText(typeof word === 'string' ? word : word.text))
  for (const row of rows) {
    for (const [i, word] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(word))
  }
  return rows.map((row) =>
    row.flatMap((word, i) => {
      if (i === row.length - 1) return [word]
      return [word, ' '.repeat((widths[i] ?? 0) - widthOf(word) + 2)]
    }),
  )
}
