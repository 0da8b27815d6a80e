// Finds the texts in a Markdown source that may mention somebody, and where each "@" in them stands in the source.
//
// The parser says of a paragraph only which lines it has. It takes marks off those lines and never an "@", so the first
// "@" of a paragraph is the first one in its lines, the second the second, and so on.

import type { Token } from 'markdown-it'
import { atSign, createTextParser } from './text-parser.ts'

/** What is read in one piece: no mark, code, link or line break stands in it. */
export interface TextRun {
  text: string
  signs: AtSign[]
}

/** An "@" that was typed as itself, and the escapes between it and the next one. */
export interface AtSign {
  inText: number
  inSource: number
  escapes: Escape[]
}

/** Characters that take more room in the source than in the text: `\_`, `&auml;`. */
interface Escape {
  inText: number
  charsMore: number
}

const parser = createTextParser()
/** HTML's own forms of code and links. */
const silentTag = /^<(\/?)(?:a|code|pre)(?=[\s/>])/i

export function* readTextRuns(source: string): Generator<TextRun> {
  const starts = lineStarts(source)
  let quotes = 0
  let from = 0
  for (const token of parser.parse(source, {})) {
    if (token.type === 'blockquote_open') quotes += 1
    else if (token.type === 'blockquote_close') quotes -= 1
    // The cells of a row have no lines of their own.
    if (token.map) from = starts[token.map[0]] ?? source.length
    if (token.type !== 'inline') continue
    const places = new Map<number, number>()
    for (let at = token.content.indexOf('@'); at !== -1; at = token.content.indexOf('@', at + 1)) {
      const place = source.indexOf('@', from)
      places.set(at, place)
      from = place + 1
    }
    if (quotes === 0 && places.size > 0) yield* runsOf(token.children ?? [], places)
  }
}

/** Where the part of the text that follows a sign and ends here ends in the source. */
export function sourceEnd(sign: AtSign, textEnd: number): number {
  let more = 0
  for (const escape of sign.escapes) {
    if (escape.inText >= textEnd) break
    more += escape.charsMore
  }
  return sign.inSource + (textEnd - sign.inText) + more
}

function* runsOf(tokens: readonly Token[], places: ReadonlyMap<number, number>): Generator<TextRun> {
  let run: TextRun = { text: '', signs: [] }
  let links = 0
  let silentTags = 0
  for (const token of tokens) {
    if (isText(token)) {
      if (links === 0 && silentTags === 0) addText(run, token, places)
      continue
    }
    if (run.signs.length > 0) yield run
    run = { text: '', signs: [] }
    if (token.type === 'link_open' || token.type === 'link_close') links += token.nesting
    else if (token.type === 'html_inline') silentTags = Math.max(0, silentTags + silence(token.content))
  }
  if (run.signs.length > 0) yield run
}

function isText({ type }: Token): boolean {
  return type === 'text' || type === 'text_special' || type === atSign
}

function addText(run: TextRun, token: Token, places: ReadonlyMap<number, number>): void {
  const inText = run.text.length
  if (token.type === atSign) {
    const inSource = places.get(Number(token.meta?.at))
    if (inSource !== undefined) run.signs.push({ inText, inSource, escapes: [] })
  } else if (token.type === 'text_special') {
    run.signs.at(-1)?.escapes.push({ inText, charsMore: token.markup.length - token.content.length })
  }
  run.text += token.content
}

function silence(tag: string): number {
  const match = silentTag.exec(tag)
  if (!match || tag.endsWith('/>')) return 0
  return match[1] === '/' ? -1 : 1
}

function lineStarts(source: string): number[] {
  const starts = [0]
  for (const lineBreak of source.matchAll(/\r\n?|\n/g)) starts.push(lineBreak.index + lineBreak[0].length)
  return starts
}
