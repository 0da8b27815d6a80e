// The difference between two texts of a file as a unified diff, bounded in length and in the work it takes.

import { limits } from '@heddle/contract'
import { showControls } from '../fit-output.ts'

// The work grows with the square of it; texts that differ more are not worth reading as a difference.
const changedLinesMax = 2_000
const contextLines = 3

/** Undefined when the texts are the same. `path` is shown above it. */
export async function writeDiff(path: string, before: string, after: string): Promise<string | undefined> {
  if (before === after) return undefined
  // With the first change of a file: no start needs it.
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff')
  const [from, to] = [`a/${path}`, `b/${path}`]
  const patch = createTwoFilesPatch(
    from,
    to,
    showControls(before),
    showControls(after),
    undefined,
    undefined,
    {
      context: contextLines,
      maxEditLength: changedLinesMax,
      headerOptions: FILE_HEADERS_ONLY,
    },
  )
  const header = `--- ${from}\n+++ ${to}\n`
  return patch === undefined ? `${header}${replacedWhole(before, after)}` : cutLines(patch)
}

function replacedWhole(before: string, after: string): string {
  const count = (text: string) => text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0)
  return `[${count(before)} lines were replaced by ${count(after)}; too many to compare]\n`
}

function cutLines(patch: string): string {
  if (Buffer.byteLength(patch) <= limits.fileDiffBytesMax) return patch
  const lines = patch.split('\n')
  let bytes = 0
  const kept: string[] = []
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes > limits.fileDiffBytesMax - 100) break
    kept.push(line)
  }
  return [...kept, `[${lines.length - kept.length} more lines left out]`, ''].join('\n')
}
