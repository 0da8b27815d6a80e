// Cuts a text into parts that are no longer than a platform takes. Put together, the parts are the text again, character
// by character, but for the fences that close a block of code at a cut and open it again behind it, with the lists and
// quotes that it stands in. Pure.

import { type Fences, readFences } from './read-fences.ts'

export interface SplitOptions {
  /** Of a part, its added fences included. */
  charsMax: number
  /** Room that the last part keeps free. */
  lastReserve?: number
}

export function splitText(text: string, options: SplitOptions): string[] {
  return splitIntoPieces(text, options).map(({ head, body, tail }) => head + body + tail)
}

export interface Piece {
  /** Opens the block of code again that the piece before was cut in. */
  head: string
  /** As it stands in the text. */
  body: string
  /** Closes the block of code that goes on in the next piece. */
  tail: string
}

export function splitIntoPieces(text: string, { charsMax, lastReserve = 0 }: SplitOptions): Piece[] {
  const fences = readFences(text, { aroundMax: Math.floor((charsMax - lastReserve) / 2) })
  const pieces: Piece[] = []
  let begin = 0
  for (;;) {
    const head = headAt(text, begin, fences)
    const length = text.length - begin
    if (head.length + length <= charsMax - lastReserve) {
      return [...pieces, { head, body: text.slice(begin), tail: '' }]
    }
    // What fits but for what the last part keeps free is cut as well.
    const end = chooseCut({ text, begin, room: charsMax - head.length, fences })
    pieces.push({ head, body: text.slice(begin, end), tail: tailAt(text, end, fences) })
    begin = end
  }
}

function headAt(text: string, at: number, fences: Fences): string {
  const open = at === 0 ? undefined : fences.openAt(at)
  if (open === undefined) return ''
  return `${open.opening}\n${endsLine(text, at) ? '' : open.prefix}`
}

function tailAt(text: string, at: number, fences: Fences): string {
  const open = fences.openAt(at)
  if (open === undefined) return ''
  return `${endsLine(text, at) ? '' : '\n'}${open.closing}`
}

function endsLine(text: string, at: number): boolean {
  return text[at - 1] === '\n' || text[at - 1] === '\r'
}

interface CutQuestion {
  text: string
  begin: number
  /** How many characters the part may have, without what opens it. */
  room: number
  fences: Fences
}

/** Where people would: between paragraphs, else lines, else words, else anywhere that tears nothing apart. */
function chooseCut(question: CutQuestion): number {
  const { text, fences } = question
  const mayBe = (at: number) => !fences.isInside(at) && !tears(text, at) && !opensCode(text, at, fences)
  let second: number | undefined
  for (const at of cutsBehind(question, ['\n\n', '\n\r\n', '\n'])) {
    if (!fits(question, at) || !mayBe(at)) continue
    if (!fences.leavesList(at)) return at
    second ??= at
  }
  if (second !== undefined) return second
  for (const at of cutsBehind(question, [' '])) if (fits(question, at) && mayBe(at)) return at
  return (
    cutAnywhere(question, mayBe) ?? cutAnywhere(question, (at) => !isHalf(text, at)) ?? question.begin + 1
  )
}

function* cutsBehind(question: CutQuestion, signs: readonly string[]): Generator<number> {
  const { text, begin, room } = question
  const least = begin + Math.floor(room / 4)
  for (const sign of signs) {
    let found = text.lastIndexOf(sign, lastCut(question) - sign.length)
    while (found >= least) {
      yield found + sign.length
      found = text.lastIndexOf(sign, found - 1)
    }
  }
}

function cutAnywhere(question: CutQuestion, mayBe: (at: number) => boolean): number | undefined {
  for (let at = lastCut(question); at > question.begin; at--) if (fits(question, at) && mayBe(at)) return at
  return undefined
}

/** Something is left for the last part in any case. */
function lastCut({ text, begin, room }: CutQuestion): number {
  return Math.min(begin + room, text.length - 1)
}

function fits({ text, begin, room, fences }: CutQuestion, at: number): boolean {
  return at - begin + tailAt(text, at, fences).length <= room
}

/** It would be shown, and mean nothing, or something else. */
function tears(text: string, at: number): boolean {
  if (isWithinSign(text, at)) return true
  const from = Math.max(0, at - 80)
  for (const { index, 0: mention } of text.slice(from, at + 80).matchAll(/<@[A-Za-z0-9_-]+>/g)) {
    if (from + index < at && at < from + index + mention.length) return true
  }
  return false
}

/** What is no fence where it stands, as in the middle of a line, and would be one at the beginning of a text. */
function opensCode(text: string, at: number, fences: Fences): boolean {
  if (endsLine(text, at) && (fences.opensAt(at) || fences.openAt(at) !== undefined)) return false
  return fenceInFront.test(text.slice(at, at + 80))
}

const fenceInFront = /^(?! {4}| {0,3}\t)(?:[ \t>*+-]|\d{1,9}[.)])*(?:```|~~~)/

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Between two halves of a flag, the people of a family, a letter and its accent. */
function isWithinSign(text: string, at: number): boolean {
  if (isHalf(text, at)) return true
  const code = text.charCodeAt(at)
  // Plain text, which nearly all of it is.
  if (code < 0x300 && text.charCodeAt(at - 1) !== 0x200d) return false
  // Flags are told apart by counting from where they begin.
  let begin = at
  while (isFlagHalf(text, begin - 2)) begin -= 2
  const from = begin < at ? begin : Math.max(0, at - 80)
  return signs.segment(text.slice(from, at + 80)).containing(at - from)?.index !== at - from
}

/** Between the halves of a character, or of the end of a line. */
function isHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 0xdc00 && code <= 0xdfff) || (code === 0x0a && text.charCodeAt(at - 1) === 0x0d)
}

function isFlagHalf(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0
  return at >= 0 && code >= 0x1f1e6 && code <= 0x1f1ff
}
