// How long each file of a run took, from the runner's own events.

import { relative } from 'node:path'
import type { TestsStream } from 'node:test'

export interface FileTime {
  file: string
  ms: number
}

export interface TimeOptions {
  /** Each file is a suite of its own, as load-test-files.ts makes them. */
  filesAreSuites: boolean
  onTimed(time: FileTime): void
}

export function timeFiles(events: TestsStream, options: TimeOptions): void {
  if (!options.filesAreSuites) {
    // The one without a file sums up all of them.
    events.on('test:summary', ({ file, duration_ms: ms }) => {
      if (file !== undefined) options.onTimed({ file: relative(process.cwd(), file), ms })
    })
    return
  }
  const suiteDone = (suite: { name: string; nesting: number; details: { duration_ms: number } }) => {
    if (suite.nesting === 0) options.onTimed({ file: suite.name, ms: suite.details.duration_ms })
  }
  events.on('test:pass', suiteDone)
  events.on('test:fail', suiteDone)
}

/** The files that took longest, the longest first, as lines to be read. */
export function slowestFiles(times: readonly FileTime[], count: number): string[] {
  return times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`)
}
