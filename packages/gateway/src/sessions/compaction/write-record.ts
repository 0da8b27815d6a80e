// A part of the past as a record for whoever puts it into fewer words: one entry a line, as JSON, so that nothing that
// was said can pass for another entry or for an instruction of ours. Pure.

import { cutMiddle } from '../../agents/tools/fit-output.ts'
import { writeJsonLine } from '../../agents/write-json-line.ts'
import { unreachable } from '../../foundation/states.ts'
import type { CallPart, Piece } from '../turns/context-pieces.ts'
import { weighText } from '../turns/weigh-text.ts'

/** What somebody said is kept longer than what a tool put out: that can be asked for again. */
const textBytesMax = 12_000
const outputBytesMax = 2_000

/** In parts of at most that weight, each with whole entries. */
export function writeRecord(pieces: readonly Piece[], weightMax: number): string[] {
  const parts: string[] = []
  let lines: string[] = []
  let weight = 0
  for (const line of pieces.flatMap((piece) => linesOf(piece, weightMax))) {
    const lineWeight = weighText(line) + 1
    if (lines.length > 0 && weight + lineWeight > weightMax) {
      parts.push(lines.join('\n'))
      lines = []
      weight = 0
    }
    lines.push(line)
    weight += lineWeight
  }
  return lines.length > 0 ? [...parts, lines.join('\n')] : parts
}

function linesOf(piece: Piece, weightMax: number): string[] {
  // Escapes make a line longer than its text.
  const fit = (text: string, bytesMax: number) => cutMiddle(text, Math.min(bytesMax, weightMax))
  switch (piece.kind) {
    case 'said': {
      const { speaker, text, files } = piece
      const by =
        speaker === null
          ? 'Heddle'
          : speaker.handle === null
            ? speaker.name
            : `${speaker.name} (@${speaker.handle})`
      const named = files.length === 0 ? {} : { files: files.map(({ name }) => name) }
      return [writeJsonLine({ by, said: fit(text, textBytesMax), ...named })]
    }
    case 'step': {
      const { text, calls } = piece
      const own = text === '' ? [] : [writeJsonLine({ agentSaid: fit(text, textBytesMax) })]
      return [...own, ...calls.map((part) => writeJsonLine(describeCall(part, fit)))]
    }
    case 'end':
      return []
    default:
      return unreachable(piece)
  }
}

function describeCall({ call, result }: CallPart, fit: (text: string, bytesMax: number) => string): object {
  const base = { agentCalled: call.name, with: fit(call.arguments, outputBytesMax) }
  if (result?.output == null) return base
  return { ...base, [result.isError ? 'failed' : 'gave']: fit(result.output, outputBytesMax) }
}
