// Runs files that each have a process of their own. A test in a real browser waits for what a person would see, and on a
// machine that is busy with its neighbours that may take longer than any sensible wait: so a file with a browser that
// failed runs once more, with nothing beside it, and then counts as what it came to. It is always said which ones needed
// that. Where many fail, something is broken, and there is no second try.

import { type GroupSurroundings, runTestGroup, type TestGroup } from './run-test-group.ts'
import { addTallies, nothingRun, type Tally } from './tally.ts'

const mostTriedAgain = 4

export async function runWithSecondTry(
  group: Omit<TestGroup, 'mode'>,
  mayTryAgain: readonly string[],
  around: GroupSurroundings,
): Promise<Tally> {
  const byFile = new Map<string, Tally>()
  const first = await runTestGroup(
    { ...group, mode: 'alone' },
    {
      ...around,
      onCounted(as, file = '') {
        const sofar = byFile.get(file) ?? nothingRun
        byFile.set(file, { ...sofar, [as]: sofar[as] + 1 })
      },
    },
  )
  const failed = mayTryAgain.filter((file) => (byFile.get(file)?.failed ?? 0) > 0)
  if (failed.length === 0 || failed.length > mostTriedAgain || around.deadline.aborted) return first
  for (const file of failed) around.say(`⟳ failed beside others, once more with nothing beside it: ${file}`)
  const second = await runTestGroup({ ...group, mode: 'alone', files: failed, atOnce: 1 }, around)
  for (const file of failed) around.say(`⚠ needed a second try: ${file}`)
  return addTallies([first, ...failed.map((file) => negative(byFile.get(file))), second])
}

function negative(tally: Tally = nothingRun): Tally {
  return { passed: -tally.passed, failed: -tally.failed, skipped: -tally.skipped }
}
