// `npm test [-- part-of-a-path]`: the checks, the web app's build and every test; with a part of a path only the test
// files that contain it. Near the end stand the files that took longest. The last line is `N passed, N failed[, N
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
const wholeRunMs = 50 * 60_000
const slowestCount = 10
const deadline = AbortSignal.timeout(wholeRunMs)
const say = (line: string) => console.log(line)

process.chdir(repositoryRoot)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const pattern = process.argv[2]
const files = findTestFiles(pattern)
const times: FileTime[] = []
const tally = addTallies([
  pattern === undefined ? checkAll() : nothingRun,
  findAny(pattern, files),
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

function findAny(part: string | undefined, found: TestFiles): Tally {
  if (found.together.length + found.alone.length + found.browser.length > 0) return nothingRun
  say(part === undefined ? '✖ there is no test file' : `✖ no test file has "${part}" in its path`)
  return { ...nothingRun, failed: 1 }
}

async function testAll(found: TestFiles): Promise<Tally[]> {
  const build = await buildFor(found)
  const browser = browserFor(found)
  // Those with a browser take longest: begun last, one of them would run on alone.
  const alone = [...(browser.path === undefined ? [] : found.browser), ...found.alone]
  const around = { deadline, say, onTimed: (time: FileTime) => void times.push(time) }
  return [
    build,
    browser.tally,
    await runTestGroup({ mode: 'together', files: found.together }, around),
    await runWithSecondTry(
      { files: alone, env: browser.path === undefined ? {} : { HEDDLE_TEST_BROWSER: browser.path } },
      found.browser,
      around,
    ),
  ]
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
