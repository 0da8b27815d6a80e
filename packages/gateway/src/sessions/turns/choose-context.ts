// What of the past has to give way so that a request fits the model's window. Pure. Old outputs of tools and old files go
// first, the oldest of all before the others; when that is not enough, the past has to be put into fewer words.
//
// It is worked out piece by piece from the oldest on, as it was when each of them was new. So it comes to the same
// whoever asks and whenever, and what was told once stays the same until room is needed again: providers cache it.

import { limits } from '@heddle/contract'
import { droppedWeight, type Piece } from './context-pieces.ts'

export interface ContextBudget {
  /** The model's window. */
  windowWeight: number
  /** What is told besides the pieces: instructions, tools, what came before. */
  fixedWeight: number
  /** What the files of a piece would take. */
  filesWeight(piece: Piece): number
}

export interface ContextChoice {
  dropped: DroppedThrough
  /** Of everything that is told then. */
  weight: number
  mustCompact: boolean
}

/** Up to which entry outputs of tools are dropped, and files of messages. */
export interface DroppedThrough {
  outputs: number
  files: number
}

/** The newest steps of the running turn keep their outputs: the model is about to read them. */
const keptSteps = 2
/** Dropping that leaves more than this would be needed again right away, each time for less. */
const enoughPercent = 70

export function chooseContext(pieces: readonly Piece[], budget: ContextBudget): ContextChoice {
  const percent = (share: number) => (budget.windowWeight * share) / 100
  const whole = pieces.reduce(
    (sum, piece) => sum + (piece.weight + budget.filesWeight(piece)),
    budget.fixedWeight,
  )
  // All of it has room, so each beginning of it had; a turn of a thousand steps asks this a thousand times.
  if (whole <= percent(limits.compactAtPercent)) {
    return { dropped: { outputs: 0, files: 0 }, weight: whole, mustCompact: false }
  }
  const waiting = createDroppables()
  let weight = budget.fixedWeight
  const dropped: DroppedThrough = { outputs: 0, files: 0 }
  let mustCompact = false
  for (const piece of pieces) {
    const filesWeight = budget.filesWeight(piece)
    weight += piece.weight + filesWeight
    waiting.add(piece, filesWeight)
    if (piece.kind === 'end') continue
    mustCompact = weight > percent(limits.compactAtPercent)
    if (!mustCompact) continue
    while (weight > percent(limits.contextDropToPercent)) {
      const oldest = waiting.takeOldest(piece)
      if (oldest === undefined) break
      weight -= oldest.saves
      dropped[oldest.kind] = oldest.seq
    }
    mustCompact = weight > percent(enoughPercent)
  }
  return { dropped, weight, mustCompact }
}

/** Whether so large an output is worth dropping at all. */
export function isDroppable(weight: number): boolean {
  return weight > 2 * droppedWeight
}

interface Droppable {
  kind: keyof DroppedThrough
  seq: number
  saves: number
  turnId: Piece['turnId']
  /** The number of its step in the turn. */
  step: number
}

function createDroppables() {
  const queues: Record<keyof DroppedThrough, Droppable[]> = { outputs: [], files: [] }
  const next: DroppedThrough = { outputs: 0, files: 0 }
  let turnId: Piece['turnId'] = null
  let step = 0

  function add(kind: keyof DroppedThrough, seq: number, weight: number): void {
    if (isDroppable(weight)) queues[kind].push({ kind, seq, saves: weight - droppedWeight, turnId, step })
  }

  /** Undefined if there is none, or it is in use. */
  function headOf(kind: keyof DroppedThrough, now: Piece): Droppable | undefined {
    const head = queues[kind][next[kind]]
    if (head === undefined || head.turnId === null || head.turnId !== now.turnId) return head
    return kind === 'files' || head.step > step - keptSteps ? undefined : head
  }

  return {
    add(piece: Piece, filesWeight: number): void {
      if (piece.turnId !== turnId) step = 0
      turnId = piece.turnId
      if (piece.kind === 'said') add('files', piece.lastSeq, filesWeight)
      if (piece.kind !== 'step') return
      step++
      const results = piece.calls.flatMap(({ result }) => result ?? [])
      if (results.length > 1) results.sort((a, b) => a.seq - b.seq)
      for (const { seq, weight } of results) add('outputs', seq, weight)
    },
    /** Undefined when all that is left is being worked with in `now`. */
    takeOldest(now: Piece): Droppable | undefined {
      const output = headOf('outputs', now)
      const file = headOf('files', now)
      const oldest = output && file ? (output.seq < file.seq ? output : file) : (output ?? file)
      if (oldest !== undefined) next[oldest.kind]++
      return oldest
    },
  }
}
