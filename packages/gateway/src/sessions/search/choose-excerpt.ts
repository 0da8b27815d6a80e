// The part of a text around what was found in it, as one reads it, in pieces. Pure.

import { limits } from '@heddle/contract'
import { choosePlainPart, type Place } from './choose-plain-part.ts'
import type { Piece } from './find-marks.ts'

export interface ExcerptPiece {
  text: string
  hit: boolean
}

/** So much before the first hit. */
const leadChars = 60

/** `found` in the order of the text; they may touch and overlap. */
export function chooseExcerpt(
  written: string,
  places: readonly Place[],
  kind: Piece['kind'] = 'prose',
): ExcerptPiece[] {
  const { text, found, isCutBefore, isCutAfter } = choosePlainPart(written, places, kind)
  const first = found[0]?.start ?? 0
  const from = wordStart(text, Math.max(0, first - leadChars), first)
  const to = Math.min(text.length, from + limits.searchExcerptCharsMax)
  const pieces: ExcerptPiece[] = []
  let at = from
  for (const place of found) {
    const [start, end] = [Math.max(place.start, at), Math.min(place.end, to)]
    if (start >= end) continue
    add(pieces, text.slice(at, start), false)
    add(pieces, text.slice(start, end), true)
    at = end
  }
  add(pieces, wholeChars(text, at, to), false)
  trimEnds(pieces)
  if (from > 0 || isCutBefore) pieces.unshift({ text: '…', hit: false })
  if (to < text.length || isCutAfter) pieces.push({ text: '…', hit: false })
  return join(pieces)
}

/** Not in the middle of a word, if there is a gap before what was found. */
function wordStart(text: string, from: number, first: number): number {
  if (from === 0) return 0
  const gap = text.slice(from, first).search(/\s/u)
  const start = gap === -1 ? from : from + gap + 1
  return isSecondHalf(text, start) ? start + 1 : start
}

function wholeChars(text: string, from: number, to: number): string {
  return text.slice(from, isSecondHalf(text, to) ? to - 1 : to)
}

function isSecondHalf(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff
}

function add(pieces: ExcerptPiece[], text: string, hit: boolean): void {
  // One line, however many it was.
  const line = text.replace(/\s+/gu, ' ')
  if (line !== '') pieces.push({ text: line, hit })
}

function trimEnds(pieces: ExcerptPiece[]): void {
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (first) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
}

function join(pieces: readonly ExcerptPiece[]): ExcerptPiece[] {
  const joined: ExcerptPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.hit === piece.hit) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined
}
