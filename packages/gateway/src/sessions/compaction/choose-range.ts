// Which part of the past is put into fewer words. Pure. It ends where a turn ended; inside of the running turn, where a
// step did, with all results of its calls. About as much of the newest as is asked for stays as it is.

import type { TurnId } from '@heddle/contract'
import { isWhole, type Piece } from '../turns/context-pieces.ts'

export interface CompactionRange {
  /** Oldest first; never empty. */
  pieces: readonly Piece[]
  throughSeq: number
  weight: number
  turns: number
}

export type WantedRange =
  /** At most this much stays. */
  | { kind: 'keep'; weight: number }
  /** As much as is whole: somebody asked for it. */
  | { kind: 'all' }

/** Undefined when nothing is whole yet. */
export function chooseRange(
  pieces: readonly Piece[],
  runningTurn: TurnId | null,
  wanted: WantedRange,
): CompactionRange | undefined {
  const ends = findEnds(pieces, runningTurn)
  const end = wanted.kind === 'all' ? lastEnd(ends) : endThatKeeps(ends, wanted.weight)
  if (end === undefined) return undefined
  const chosen = pieces.slice(0, end.count)
  const throughSeq = Math.max(...chosen.map(({ lastSeq }) => lastSeq))
  const weight = chosen.reduce((sum, piece) => sum + piece.weight, 0)
  const turns = new Set(chosen.flatMap(({ turnId }) => turnId ?? [])).size
  return { pieces: chosen, throughSeq, weight, turns }
}

interface RangeEnd {
  isTurn: boolean
  /** How many pieces come before it, and what those after it weigh. */
  count: number
  restWeight: number
}

function findEnds(pieces: readonly Piece[], runningTurn: TurnId | null): RangeEnd[] {
  const ends: RangeEnd[] = []
  // A range of nothing but ends says nothing.
  const first = pieces.findIndex(({ kind }) => kind !== 'end')
  let restWeight = pieces.reduce((sum, { weight }) => sum + weight, 0)
  for (const [i, piece] of pieces.entries()) {
    restWeight -= piece.weight
    const isTurn = piece.kind === 'end'
    const isStep = piece.kind === 'step' && piece.turnId === runningTurn && isWhole(piece)
    if (first >= 0 && i >= first && (isTurn || isStep)) ends.push({ isTurn, count: i + 1, restWeight })
  }
  return ends
}

function lastEnd(ends: readonly RangeEnd[]): RangeEnd | undefined {
  return ends.findLast(({ isTurn }) => isTurn) ?? ends.at(-1)
}

function endThatKeeps(ends: readonly RangeEnd[], weight: number): RangeEnd | undefined {
  const keeping = ends.filter(({ restWeight }) => restWeight <= weight)
  return keeping.find(({ isTurn }) => isTurn) ?? keeping[0] ?? ends.at(-1)
}
