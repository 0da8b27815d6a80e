// The first lines of a diff, hunk by hunk; a hunk's heading counts as one.

import type { DiffHunk } from './parse-diff.ts'

export function chooseDiffLines(hunks: readonly DiffHunk[], countMax: number): DiffHunk[] {
  const chosen: DiffHunk[] = []
  let left = countMax
  for (const hunk of hunks) {
    if (left < 1) break
    chosen.push({ ...hunk, lines: hunk.lines.slice(0, left - 1) })
    left -= 1 + hunk.lines.length
  }
  return chosen
}
