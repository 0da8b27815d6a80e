// Takes a range of lines out of a file while it is read, and counts the rest. Lines are taken as they will be shown, so
// that what fits here is not cut again.

import { showControls } from '../fit-output.ts'
import { createLineSplitter } from './split-lines.ts'

export interface LineRange {
  /** Of the first line, from 1. */
  offset: number
  /** How many; undefined for as many as fit. */
  limit: number | undefined
  charsMax: number
  bytesMax: number
}

export interface TakenLines {
  text: string
  /** Numbers of the first and the last line in `text`; `last` is below `first` when there are none. */
  first: number
  last: number
  /** How many lines the file has, or had as far as it was counted. */
  lines: number
  isCounted: boolean
  /** The last line in `text` is not all of it. */
  isLineCut: boolean
}

export interface LineTaker {
  push(chunk: Uint8Array): void
  /** `isCounted`: the whole file was pushed. */
  end(isCounted: boolean): TakenLines
}

export function createLineTaker({ offset, limit, charsMax, bytesMax }: LineRange): LineTaker {
  const splitter = createLineSplitter()
  const end = limit === undefined ? Infinity : offset + limit
  let text = ''
  let bytes = 0
  let last = offset - 1
  let lines = 0
  let isFull = false
  let isLineCut = false
  // A line that comes in parts is one line.
  let isInLine = false

  function take(part: string): void {
    if (!isInLine) lines++
    isInLine = !part.endsWith('\n')
    if (!isFull && lines >= offset && lines < end) add(showControls(part))
  }

  function add(part: string): void {
    const partBytes = Buffer.byteLength(part)
    isFull = text.length + part.length > charsMax || bytes + partBytes > bytesMax
    // A line that is too long alone is begun all the same; else nobody would get past it.
    if (isFull && text !== '' && last !== lines) return
    text += isFull ? cut(part, charsMax - text.length, bytesMax - bytes) : part
    bytes += partBytes
    last = lines
    isLineCut = isFull
  }

  return {
    push: (chunk) => splitter.push(chunk).forEach(take),
    end(isCounted) {
      splitter.end().forEach(take)
      return { text, first: offset, last, lines, isCounted, isLineCut }
    },
  }
}

/** Whole characters only. */
function cut(text: string, chars: number, bytes: number): string {
  const short = text.slice(0, chars)
  const whole = short.isWellFormed() ? short : short.slice(0, -1)
  // A stream decoder keeps the half character at the cut to itself.
  return new TextDecoder().decode(Buffer.from(whole).subarray(0, bytes), { stream: true })
}
