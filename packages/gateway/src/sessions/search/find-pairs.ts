// Stars, underlines and tildes that set words apart: a run of them that words are opened with, and one that closes them. Pure.

import type { Mark, Piece } from './find-marks.ts'

export interface Run {
  sign: string
  start: number
  length: number
  opens: boolean
  closes: boolean
}

const spaceOrEdge = /^(?:\s|$)/u
const punctuation = /^[\p{P}\p{S}]/u
const letter = /^[\p{L}\p{N}]/u

/** Undefined where none begins. */
export function runAt(text: string, at: number, to: number): Run | undefined {
  const sign = text.charAt(at)
  if (sign !== '*' && sign !== '_' && sign !== '~') return undefined
  let end = at + 1
  while (end < to && text.charAt(end) === sign) end++
  const before = charBefore(text, at)
  const after = String.fromCodePoint(text.codePointAt(end) ?? 32)
  const isLeft = isFlanking(after, before)
  const isRight = isFlanking(before, after)
  // An underline inside of a word belongs to it.
  const isInside = sign === '_' && isLeft && isRight
  const opens = isLeft && (!isInside || punctuation.test(before))
  const closes = isRight && (!isInside || punctuation.test(after))
  return { sign, start: at, length: end - at, opens, closes }
}

function charBefore(text: string, at: number): string {
  const last = text.charCodeAt(at - 1)
  return last >= 0xdc00 && last <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1)
}

/** Whether a run leans on the word at its one side. */
function isFlanking(towards: string, away: string): boolean {
  if (spaceOrEdge.test(towards)) return false
  return !punctuation.test(towards) || spaceOrEdge.test(away) || punctuation.test(away)
}

interface Open extends Run {
  left: number
  /** The first sign of it that was not used yet. */
  at: number
}

type Edges = Pick<Piece, 'kind' | 'isCutBefore' | 'isCutAfter'>

export function findPairs(text: string, runs: readonly Run[], edges: Edges): Mark[] {
  const marks: Mark[] = []
  let open: Open[] = []
  for (const run of runs) {
    if (edges.kind === 'output' && !isPlainPair(text, run)) continue
    const current: Open = { ...run, left: run.length, at: run.start }
    while (current.closes && current.left > 0) {
      const i = open.findLastIndex((other) => isPartner(other, current))
      const opener = open[i]
      if (!opener) break
      const used = Math.min(2, opener.left, current.left)
      marks.push(
        { start: opener.start + opener.left - used, end: opener.start + opener.left },
        { start: current.at, end: current.at + used },
      )
      opener.left -= used
      current.left -= used
      current.at += used
      // What was opened in between is closed by nothing any more.
      open = open.slice(0, opener.left === 0 ? i : i + 1)
    }
    if (current.opens && current.left > 0) open.push({ ...current, start: current.at })
    else if (current.left > 1 && current.closes && edges.isCutBefore) marks.push(whole(current))
  }
  // Their partner stands behind the cut.
  if (edges.isCutAfter) marks.push(...open.filter(({ left }) => left > 1).map(whole))
  return marks
}

function isPartner(opener: Open, closer: Open): boolean {
  if (opener.sign !== closer.sign) return false
  if (opener.sign === '~') return opener.left === closer.left
  const isBoth = (opener.opens && opener.closes) || (closer.opens && closer.closes)
  // As CommonMark has it: otherwise `**a*b**` would end in the middle.
  return !isBoth || (opener.length + closer.length) % 3 !== 0 || opener.length % 3 === 0
}

function whole({ at, left }: Open): Mark {
  return { start: at, end: at + left }
}

/** Two stars around words, and not between them: what programs write otherwise is no such thing. */
function isPlainPair(text: string, { sign, start, length, opens, closes }: Run): boolean {
  if (sign !== '*' || length !== 2 || opens === closes) return false
  return !letter.test(opens ? charBefore(text, start) : text.slice(start + length))
}
