// Counts the tests of one run from the runner's own events, and with them whatever else went wrong: a file that does
// not load or declares no test, a hook that throws, an error outside of any test.

import { resolve } from 'node:path'
import type { TestsStream } from 'node:test'
import type { Tally } from './tally.ts'

export interface TestCount {
  fail(line: string): void
}

export interface CountOptions {
  /** Each file is a suite of its own, as load-test-files.ts makes them. */
  filesAreSuites: boolean
  say(line: string): void
  /** `file`: whose test it was, where that is known. */
  onCounted(tally: Tally, as: keyof Tally, file?: string): void
  onFileDone(): void
}

export function countTests(events: TestsStream, options: CountOptions): TestCount {
  const tally = { passed: 0, failed: 0, skipped: 0 }
  let inThisFile = 0

  function count(as: keyof Tally, file?: string): void {
    tally[as] += 1
    options.onCounted({ ...tally }, as, file)
  }

  function fail(line: string, file?: string): void {
    options.say(`✖ ${line}`)
    count('failed', file)
  }

  function suiteDone(suite: { name: string; nesting: number }): void {
    if (!options.filesAreSuites || suite.nesting !== 0) return
    if (inThisFile === 0) fail(`${suite.name} declares no test`)
    inThisFile = 0
    options.onFileDone()
  }

  events.on('test:pass', (test) => {
    if (test.details.type === 'suite') return suiteDone(test)
    inThisFile += 1
    // Node reports a file without a test as one passed test that bears the file's name.
    if (test.nesting === 0 && resolve(test.name) === test.file)
      fail(`${test.name} declares no test`, test.file)
    else if (test.skip !== undefined || test.todo !== undefined) count('skipped', test.file)
    else count('passed', test.file)
  })

  events.on('test:fail', (test) => {
    const isSuite = test.details.type === 'suite'
    // A suite that fails with its tests says nothing new; one that fails alone did not load, or its hooks threw.
    if (!isSuite || !isBecauseOfTests(test.details.error)) {
      inThisFile += 1
      count(test.todo === undefined ? 'failed' : 'skipped', test.file)
    }
    if (isSuite) suiteDone(test)
  })

  events.on('test:summary', (summary) => {
    if (summary.file === undefined && !summary.success && tally.failed === 0) {
      fail('an error outside of any test, see above')
    }
  })

  return { fail }
}

function isBecauseOfTests(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed'
}
