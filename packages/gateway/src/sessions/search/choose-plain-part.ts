// The part of a text around what was found in it, as one reads it: without the marks of Markdown. Only a piece of the text is
// looked at, so that a long one costs no more than a short one. Pure.

import { limits } from '@heddle/contract'
import { fenceOpenAt, findMarks, type Mark, type Piece } from './find-marks.ts'

export interface Place {
  start: number
  end: number
}

export interface PlainPart {
  text: string
  /** Where it was found, in this text. */
  found: Place[]
  isCutBefore: boolean
  isCutAfter: boolean
}

/** Marks and addresses take room too: this much of the source is looked at before the first place, and from there on. */
const beforeChars = 400
const afterChars = limits.searchExcerptCharsMax * 6

/** `found` in the order of the text. */
export function choosePlainPart(text: string, found: readonly Place[], kind: Piece['kind']): PlainPart {
  const first = found[0]?.start ?? 0
  const from = lineStart(text, first)
  const to = wholeEnd(text, first + afterChars)
  const piece: Piece = {
    text: text.slice(from, to),
    fence: fenceOpenAt(text, from),
    isCutBefore: from > 0,
    isCutAfter: to < text.length,
    kind,
  }
  const places = found
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => ({ start: start - from, end: end - from }))
  const edges = { isCutBefore: piece.isCutBefore, isCutAfter: piece.isCutAfter }
  return { ...leaveOut(piece.text, findMarks(piece), places), ...edges }
}

/** Where a line begins, what begins it is known; of a long one, somewhere in it. */
function lineStart(text: string, first: number): number {
  if (first <= beforeChars) return 0
  const earliest = first - beforeChars
  const lineBreak = text.indexOf('\n', earliest - 1)
  if (lineBreak !== -1 && lineBreak < first) return lineBreak + 1
  return isSecondHalf(text, earliest) ? earliest + 1 : earliest
}

function wholeEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  return isSecondHalf(text, at) ? at - 1 : at
}

function isSecondHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

function leaveOut(
  text: string,
  marks: readonly Mark[],
  found: readonly Place[],
): Pick<PlainPart, 'text' | 'found'> {
  let plain = ''
  let at = 0
  /** By how much what stands behind a place of the source has moved. */
  const moves: { from: number; by: number }[] = [{ from: 0, by: 0 }]
  const isWantedIn = readWanted(text, marks, found)
  for (const mark of marks) {
    if (mark.start < at) continue
    const isWanted = mark.isContent && isWantedIn(mark)
    // A link whose address was looked for: the brackets go, and it stands behind its words.
    const end = isWanted ? mark.start + (mark.instead?.length ?? 0) : mark.end
    plain += text.slice(at, mark.start) + (mark.isContent && !isWanted ? '' : (mark.instead ?? ''))
    at = end
    moves.push({ from: end, by: plain.length - end })
  }
  plain += text.slice(at)
  const moved = (place: number) => {
    const { from, by } = moves.findLast((move) => move.from <= place) ?? { from: 0, by: 0 }
    return Math.max(from, place) + by
  }
  const left = found.filter(
    (place) => !marks.some((mark) => mark.isContent && isIn(place, mark) && !isWantedIn(mark)),
  )
  return { text: plain, found: left.map(({ start, end }) => ({ start: moved(start), end: moved(end) })) }
}

/** Whether something stands there that was looked for, and that is seen nowhere else. */
function readWanted(text: string, marks: readonly Mark[], found: readonly Place[]): (mark: Mark) => boolean {
  const contents = marks.filter(({ isContent }) => isContent)
  const wordsAt = ({ start, end }: Place) => text.slice(start, end).toLowerCase()
  const seen = new Set(found.filter((place) => !contents.some((mark) => isIn(place, mark))).map(wordsAt))
  return (mark) => found.some((place) => isIn(place, mark) && !seen.has(wordsAt(place)))
}

function isIn({ start, end }: Place, mark: Mark): boolean {
  return start < mark.end && end > mark.start
}
