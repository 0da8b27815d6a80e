// `npm test [-- part-of-a-path …]`: the checks, the web app's build and every test; with parts of paths only the test
// files that contain one of them. Near the end stand the files that took longest. The last line is `N passed, N failed[, N
// skipped]`; a failed check counts as one failed.

import { checks, runChecks } from './checks/checks.ts'
import { bundleProgramIfStale } from './program-bundle/bundle-program.ts'
import { repositoryRoot } from './repository.ts'
import { findBrowser } from './testing/find-browser.ts'
import { findTestFiles, type TestFiles } from './testing/find-test-files.ts'
import { runTestGroup } from './testing/run-test-group.ts'
import { runWithSecondTry } from './testing/run-with-second-try.ts'
import { addTallies, closingLine, nothingRun, type Tally } from './testing/tally.ts'
import { type FileTime, slowestFiles } from './testing/time-files.ts'
import { buildWebIfStale } from './web-build/build-web.ts'

// It is meant to stay far below; a loaded machine gets much leave, because a run that is cut off proves nothing. A hanging
// test does not.
const wholeRunMs = 25 * 60_000
const slowestCount = 10
const deadline = AbortSignal.timeout(wholeRunMs)
const say = (line: string) => console.log(line)

process.chdir(repositoryRoot)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const parts = process.argv.slice(2)
const files = findTestFiles(parts)
const times: FileTime[] = []
const tally = addTallies([
  parts.length === 0 ? checkAll() : nothingRun,
  ...findEach(parts),
  ...(await testAll(files)),
])
if (times.length > slowestCount) {
  say(`the ${slowestCount} files that took longest, of ${times.length}:`)
  for (const line of slowestFiles(times, slowestCount)) say(line)
}
say(closingLine(tally))
process.exitCode = tally.failed === 0 ? 0 : 1

function checkAll(): Tally {
  return { ...nothingRun, failed: runChecks(checks, say).length }
}

/** A part that no file has is a slip of whoever wrote it. */
function findEach(named: readonly string[]): Tally[] {
  return named.map((part) => {
    const { together, alone, browser } = findTestFiles([part])
    if (together.length + alone.length + browser.length > 0) return nothingRun
    say(`✖ no test file has "${part}" in its path`)
    return { ...nothingRun, failed: 1 }
  })
}

async function testAll(found: TestFiles): Promise<Tally[]> {
  const build = await buildFor(found)
  const browser = browserFor(found)
  const around = { deadline, say, onTimed: (time: FileTime) => void times.push(time) }
  // What shares a process computes on one core; what starts programs waits for them much of its time.
  const beside = await Promise.all([
    runTestGroup({ mode: 'together', files: found.together }, { ...around, output: 'held' }),
    runTestGroup({ mode: 'alone', files: found.alone }, around),
  ])
  // A browser is disturbed by what else runs, so these come when nothing does.
  const { path } = browser
  const inBrowser =
    path === undefined
      ? nothingRun
      : await runWithSecondTry(
          { files: found.browser, env: { HEDDLE_TEST_BROWSER: path } },
          found.browser,
          around,
        )
  return [build, browser.tally, ...beside, inBrowser]
}

/** Programs and browsers under test serve the built web app. */
async function buildFor(found: TestFiles): Promise<Tally> {
  const needed = found.alone.length + found.browser.length > 0
  const built = needed ? buildWebIfStale(say) : true
  // What is started is then what people start; where it cannot be made, the sources are run.
  if (needed) await bundleProgramIfStale(repositoryRoot)
  return { ...nothingRun, failed: built ? 0 : 1 }
}

function browserFor(found: TestFiles): { path?: string; tally: Tally } {
  if (found.browser.length === 0) return { tally: nothingRun }
  const verdict = findBrowser()
  if ('path' in verdict) return { path: verdict.path, tally: nothingRun }
  say(`⚠ ${found.browser.length} browser test files are skipped: ${verdict.missing}`)
  return { tally: { ...nothingRun, skipped: found.browser.length } }
}
