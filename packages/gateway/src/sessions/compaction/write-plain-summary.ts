// What stands in for a summary when no model can write one: the beginnings of what was said, as far as they fit. Pure.

import { cutMiddle } from '../../agents/tools/fit-output.ts'
import type { Piece } from '../turns/context-pieces.ts'

export interface PlainInput {
  /** What was remembered before; empty if nothing was. */
  before: string
  pieces: readonly Piece[]
  bytesMax: number
}

const lineBytes = { min: 80, max: 600 } as const

export function writePlainSummary({ before, pieces, bytesMax }: PlainInput): string {
  const kept = cutMiddle(before, Math.floor(bytesMax / 2))
  const room = bytesMax - Buffer.byteLength(kept) - 200
  const lines = pieces.flatMap(linesOf)
  const each = Math.min(
    lineBytes.max,
    Math.max(lineBytes.min, Math.floor(room / Math.max(1, lines.length)) - 1),
  )
  const told: string[] = []
  let left = room
  // The newest first: of very many the oldest find no room.
  for (const line of lines.reverse()) {
    const short = shorten(line, each)
    left -= Buffer.byteLength(short) + 1
    if (left < 0) break
    told.push(short)
  }
  const leftOut = lines.length - told.length
  return [
    ...(kept === '' ? [] : [kept, '']),
    'The beginnings of what was said and done since:',
    ...(leftOut > 0 ? [`(Older ones are left out: ${leftOut}.)`] : []),
    ...told.reverse(),
  ].join('\n')
}

function linesOf(piece: Piece): string[] {
  if (piece.kind === 'said') return [`${piece.speaker?.name ?? 'Heddle'}: ${piece.text}`]
  if (piece.kind === 'end') return []
  const calls = piece.calls.map(({ call, result }) => {
    const how = result?.isError ? ', which failed' : ''
    return `The agent called ${call.name} ${call.arguments}${how}`
  })
  return piece.text === '' ? calls : [`The agent: ${piece.text}`, ...calls]
}

/** On one line. */
function shorten(text: string, bytesMax: number): string {
  const line = text
    .slice(0, 2 * bytesMax)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const bytes = Buffer.from(line)
  if (bytes.length <= bytesMax && text.length <= 2 * bytesMax) return line
  return `${new TextDecoder().decode(bytes.subarray(0, bytesMax - 4)).replace(/\uFFFD+$/, '')} …`
}
