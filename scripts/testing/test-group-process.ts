// The process in which one group of test files runs: `node test-group-process.ts together|alone count file…`. Prints as it
// goes, and tells its parent what runs and what it has come to so far. A process that ends without saying that it is
// finished has crashed, and the parent counts that.

import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { countTests } from './count-tests.ts'
import { readGroupArguments } from './group-arguments.ts'
import type { Tally } from './tally.ts'
import { type FileTime, timeFiles } from './time-files.ts'

export type GroupMessage =
  | { kind: 'running' | 'done'; test: string }
  | { kind: 'counted'; tally: Tally; as: keyof Tally; file?: string }
  | { kind: 'timed'; time: FileTime }
  | { kind: 'finished' }

const leftoverMs = 5_000
// Of one test, or of one suite with all its tests: what hangs is named and the rest goes on.
const timeout = 10 * 60_000

const { mode, atOnce, files } = readGroupArguments()
const events =
  mode === 'together'
    ? run({ files: [join(import.meta.dirname, 'load-test-files.ts')], isolation: 'none', timeout })
    : // A process of its own takes with it what its tests left open; there is nobody else to be disturbed by it.
      run({ files, isolation: 'process', concurrency: atOnce, timeout, execArgv: ['--test-force-exit'] })

let filesLeft = files.length
let isOver = false

events.on('test:dequeue', (test) => tell({ kind: 'running', test: test.name }))
events.on('test:complete', (test) => tell({ kind: 'done', test: test.name }))
const filesAreSuites = mode === 'together'
timeFiles(events, { filesAreSuites, onTimed: (time) => tell({ kind: 'timed', time }) })
const count = countTests(events, {
  filesAreSuites,
  say: (line) => process.stdout.write(`${line}\n`),
  onCounted: (tally, as, file) =>
    tell({ kind: 'counted', tally, as, ...(file !== undefined && { file: relative(process.cwd(), file) }) }),
  onFileDone() {
    filesLeft -= 1
    if (filesLeft === 0) setTimeout(endDespiteLeftovers, leftoverMs).unref()
  },
})

events
  .compose(new spec())
  .on('end', () => {
    isOver = true
    tell({ kind: 'finished' })
    process.disconnect?.()
  })
  .pipe(process.stdout)

// Without a parent nobody waits for the result, and nobody would end what hangs.
process.once('disconnect', () => {
  if (!isOver) process.exit(1)
})
// Listening holds the channel open, and an open channel counts as something left to wait for.
process.channel?.unref()

/** Node closes the report only when nothing is left to wait for, which a forgotten server or timer never lets happen. */
function endDespiteLeftovers(): void {
  if (isOver) return
  const leftovers = process.getActiveResourcesInfo().filter((name) => !name.startsWith('Pipe'))
  count.fail(`all tests are done, but one of them left running: ${leftovers.join(', ')}`)
  process.emit('beforeExit', 0)
  setTimeout(() => process.exit(1), 1_000)
}

function tell(message: GroupMessage): void {
  process.send?.(message)
}
