// What of a piece of Markdown is a mark and not a word: stars, backticks, brackets and addresses of links, what begins a line.
// Not a parser of Markdown, which would have to read the whole text: it looks at one piece, in one go, and at the cut edges
// of that it guesses. What it leaves is meant to be read, never to be drawn or obeyed. Pure.

import { findPairs, type Run, runAt } from './find-pairs.ts'

/** A stretch that is left out, or is something else when it is read. */
export interface Mark {
  start: number
  end: number
  /** Nobody would miss it, unless it is what was looked for: the address of a link, the name of a language. */
  isContent?: true
  /** Of an address that is kept after all: what stands in front of it then. */
  instead?: string
}

export interface Piece {
  text: string
  /** The mark of the block of code that is open where it begins. */
  fence: string | undefined
  /** It begins, or ends, in the middle of a text. */
  isCutBefore: boolean
  isCutAfter: boolean
  /**
   * `prose`: people and agents write so. `output`: of a tool, in which much looks like Markdown and is code: only what is
   * hardly ever anything else is a mark there.
   */
  kind: 'prose' | 'output'
}

const fenceLine = /^([ \t>]*)(`{3,}|~{3,})([^\n]*)$/
const quoteOrItem = /^[ \t]*(?:>[ \t]?|[-+*][ \t]+(?:\[[ xX]\][ \t]+)?)/
const heading = /^[ \t]*#{1,6}(?=[ \t]|$)/
const onlyMarks = /^[ \t]*(?:={2,}[ \t]*|(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/
const tableRule = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/
/** Quotes within lists within quotes. */
const prefixesMax = 8

/** In order, without overlap. */
export function findMarks(piece: Piece): Mark[] {
  const marks: Mark[] = []
  let { fence } = piece
  let begin = 0
  /** Where the lines began that are read together: what is opened in one may be closed in another. */
  let proseFrom: number | undefined
  const endProse = (at: number) => {
    if (proseFrom !== undefined) marks.push(...findInline(piece, proseFrom, at, marks))
    proseFrom = undefined
  }
  for (const line of piece.text.split('\n')) {
    const fenced = fenceLine.exec(line)
    const isFence = fenced !== null && (fence === undefined ? !isSpan(fenced) : closes(fenced, fence))
    if (isFence) {
      endProse(begin)
      marks.push(...marksOfFence(fenced, begin))
      fence = fence === undefined ? fenced[2] : undefined
    } else if (fence === undefined && line.trim() === '') endProse(begin)
    else if (fence === undefined) {
      proseFrom ??= begin
      if (piece.kind === 'prose') marks.push(...marksOfLine(line, begin))
    }
    begin += line.length + 1
  }
  endProse(piece.text.length)
  return marks.sort((a, b) => a.start - b.start)
}

/** The mark of the block of code that is open at this place of a text. */
export function fenceOpenAt(text: string, at: number): string | undefined {
  let open: string | undefined
  for (const found of text.slice(0, at).matchAll(new RegExp(fenceLine, 'gm'))) {
    if (open === undefined) open = isSpan(found) ? undefined : found[2]
    else if (closes(found, open)) open = undefined
  }
  return open
}

/** Marks with such a sign behind them are code within a line. */
function isSpan([, , mark = '', info = '']: RegExpMatchArray): boolean {
  return mark.startsWith('`') && info.includes('`')
}

function closes([, , mark = '', info = '']: RegExpMatchArray, open: string): boolean {
  return mark[0] === open[0] && mark.length >= open.length && info.trim() === ''
}

function marksOfFence([, before = '', mark = '', info = '']: RegExpMatchArray, begin: number): Mark[] {
  const end = begin + before.length + mark.length
  const name: Mark[] = info === '' ? [] : [{ start: end, end: end + info.length, isContent: true }]
  return [{ start: begin, end }, ...name]
}

/** What stands at its beginning, or all of it where it is a line and nothing more. */
function marksOfLine(line: string, begin: number): Mark[] {
  if (onlyMarks.test(line) || tableRule.test(line)) return [{ start: begin, end: begin + line.length }]
  let length = 0
  for (let i = 0; i < prefixesMax; i++) {
    const found = quoteOrItem.exec(line.slice(length))
    if (!found) break
    length += found[0].length
  }
  length += heading.exec(line.slice(length))?.[0].length ?? 0
  const marks: Mark[] = length === 0 ? [] : [{ start: begin, end: begin + length }]
  if (!line.startsWith('|', line.length - line.trimStart().length)) return marks
  for (const { index } of line.matchAll(/(?<!\\)\|/g)) {
    if (index >= length) marks.push({ start: begin + index, end: begin + index + 1, instead: ' ' })
  }
  return marks
}

const escapable = /[!-/:-@[-`{-~\n]/
const autolink = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[^\s@<>]+@[^\s<>]+)>/iy
const bareLink = /(?:https?:\/\/|www\.)[^\s<>)\]]+/iy
const destination =
  /\]\(\s*(<[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/y
/** Such a thing in brackets behind brackets is no call of a function. */
const addressLike = /^<?(?:[a-z][a-z0-9+.-]*:|\/|\.{0,2}\/|#|www\.)/i

function findInline(
  { text, kind, ...edges }: Piece,
  from: number,
  to: number,
  lines: readonly Mark[],
): Mark[] {
  const marks: Mark[] = []
  const runs: Run[] = []
  let brackets: { start: number; length: number }[] = []
  const taken = new Map(lines.map(({ start, end }) => [start, end]))
  for (let at = from; at < to; ) {
    const sign = text.charAt(at)
    const next = taken.get(at)
    if (next !== undefined) at = next
    else if (sign === '\\' && kind === 'prose' && escapable.test(text.charAt(at + 1))) {
      marks.push({ start: at, end: at + 1 })
      at += 2
    } else if (sign === '`') at = readCode(text, at, to, marks, edges.isCutAfter)
    else if (sign === '[' || (sign === '!' && text.charAt(at + 1) === '[')) {
      const length = sign === '[' ? 1 : 2
      brackets.push({ start: at, length })
      at += length
    } else if (sign === ']') {
      const opened = brackets.pop()
      const end = opened && readLink(text, at, to, marks, kind)
      if (opened && end !== undefined) marks.push({ start: opened.start, end: opened.start + opened.length })
      // There is no link in a link, but a picture may be.
      if (end !== undefined && opened?.length === 1) brackets = []
      at = end ?? at + 1
    } else if (sign === '<' && kind === 'prose') at = readAutolink(text, at, marks)
    else if (sign === 'h' || sign === 'w' || sign === 'H' || sign === 'W') {
      bareLink.lastIndex = at
      at += bareLink.exec(text)?.[0].length ?? 1
    } else {
      const run = runAt(text, at, to)
      if (run) runs.push(run)
      at += run?.length ?? 1
    }
  }
  return [...marks, ...findPairs(text, runs, { kind, ...edges })]
}

/** Behind it: what stands in code is as it stands. */
function readCode(text: string, at: number, to: number, marks: Mark[], isCutAfter: boolean): number {
  const begin = lengthOfRun(text, at)
  for (let end = text.indexOf('`', at + begin); end !== -1 && end < to; ) {
    const length = lengthOfRun(text, end)
    if (length === begin) {
      marks.push({ start: at, end: at + begin }, { start: end, end: end + length })
      return end + length
    }
    end = text.indexOf('`', end + length)
  }
  // Its end may stand behind the cut.
  if (isCutAfter && to === text.length) marks.push({ start: at, end: at + begin })
  return at + begin
}

function lengthOfRun(text: string, at: number): number {
  let end = at + 1
  while (text.charAt(end) === text.charAt(at)) end++
  return end - at
}

/** Behind it; undefined where it is none. */
function readLink(
  text: string,
  at: number,
  to: number,
  marks: Mark[],
  kind: Piece['kind'],
): number | undefined {
  destination.lastIndex = at
  const found = destination.exec(text)
  const end = at + (found?.[0].length ?? 0)
  if (!found || end > to) return undefined
  if (kind === 'output' && !addressLike.test(found[1] ?? '')) return undefined
  marks.push({ start: at, end, isContent: true, instead: ' (' })
  return end
}

function readAutolink(text: string, at: number, marks: Mark[]): number {
  autolink.lastIndex = at
  const found = autolink.exec(text)
  if (!found) return at + 1
  const end = at + found[0].length
  marks.push({ start: at, end: at + 1 }, { start: end - 1, end })
  return end
}
