import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { makeFolder } from './make-folder.ts'
import { runTestGroup, type TestGroup } from './run-test-group.ts'
import type { FileTime } from './time-files.ts'

const mixed = `
  import { test } from 'node:test'
  test('holds', () => {})
  test('does not', () => { throw new Error('planted') })
  test('later', { skip: true }, () => {})
  test('some day', { todo: true }, () => { throw new Error('planted') })
  test('parent', async (t) => { await t.test('child', () => {}) })
`
const oneGood = `import { test } from 'node:test'; test('good', () => {})`
const endsEarly = `import { test } from 'node:test'; test('leaves', () => process.exit(0))`
const hangs = `import { test } from 'node:test'; test('hangs', () => new Promise(() => setInterval(() => {}, 1000)))`
const leaks = `import { test } from 'node:test'; test('leaks', () => { setInterval(() => {}, 1000) })`
const hooked = `
  import { beforeEach, test } from 'node:test'
  let hooks = 0
  beforeEach(() => { hooks++ })
  test('first', () => { if (hooks !== 1) throw new Error('hooks ran ' + hooks + ' times') })
  test('second', () => { if (hooks !== 2) throw new Error('hooks ran ' + hooks + ' times') })
`
const badHook = `
  import { before, test } from 'node:test'
  before(() => { throw new Error('planted') })
  test('never runs', () => {})
`
const rejectsOutside = `
  import { test } from 'node:test'
  test('lets one go', () => { void Promise.reject(new Error('planted')) })
  test('waits', () => new Promise((resolve) => setTimeout(resolve, 50)))
`

for (const mode of ['together', 'alone'] as const) {
  test(`[REP4] every test is counted once (${mode})`, async (t) => {
    const { tally } = await runPlanted(t, mode, { 'mixed.test.ts': mixed, 'good.test.ts': oneGood })
    assert.deepEqual(tally, { passed: 4, failed: 1, skipped: 2 })
  })

  test(`[REP4] a file that does not load, and one without a test, are failures (${mode})`, async (t) => {
    const files = {
      'broken.test.ts': 'throw new Error("planted")',
      'empty.test.ts': 'export {}',
      'good.test.ts': oneGood,
    }
    const { tally } = await runPlanted(t, mode, files)
    assert.deepEqual(tally, { passed: 1, failed: 2, skipped: 0 })
  })

  test(`[REP4] a file's hooks are its own (${mode})`, async (t) => {
    const { tally } = await runPlanted(t, mode, {
      'a.test.ts': hooked,
      'b.test.ts': hooked,
      'good.test.ts': oneGood,
    })
    assert.deepEqual(tally, { passed: 5, failed: 0, skipped: 0 })
  })

  test(`[REP4] a hook that throws is a failure (${mode})`, async (t) => {
    const { tally } = await runPlanted(t, mode, { 'hook.test.ts': badHook, 'good.test.ts': oneGood })
    assert.equal(tally.passed, 1)
    assert.ok(tally.failed > 0)
  })

  test(`[REP4] an error outside of any test is a failure (${mode})`, async (t) => {
    const { tally } = await runPlanted(t, mode, { 'outside.test.ts': rejectsOutside })
    assert.deepEqual(tally, { passed: 2, failed: 1, skipped: 0 })
  })

  test(`[REP4] it is told how long each file took (${mode})`, async (t) => {
    const files = { 'mixed.test.ts': mixed, 'good.test.ts': oneGood }
    const { times } = await runPlanted(t, mode, files)
    assert.deepEqual(times.map(({ file }) => file).sort(), ['good.test.ts', 'mixed.test.ts'])
    assert.ok(times.every(({ ms }) => ms > 0))
  })

  test(`[REP4] a run that takes too long is ended and counts as failed (${mode})`, async (t) => {
    const { tally, said } = await runPlanted(t, mode, { 'hangs.test.ts': hangs }, 'hangs')
    assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 0 })
    assert.match(said.join(), /time is up; still running: .*hangs/)
  })
}

test('[REP4] what a test leaves running is a failure where others share its process, and goes with it where none do', async (t) => {
  const files = { 'leaks.test.ts': leaks, 'good.test.ts': oneGood }
  const shared = await runPlanted(t, 'together', files)
  assert.deepEqual(shared.tally, { passed: 2, failed: 1, skipped: 0 })
  const alone = await runPlanted(t, 'alone', files)
  assert.deepEqual(alone.tally, { passed: 2, failed: 0, skipped: 0 })
})

test('[REP4] a test that ends the whole process is a failure that names the test', async (t) => {
  const { tally, said } = await runPlanted(t, 'together', {
    'ends.test.ts': endsEarly,
    'good.test.ts': oneGood,
  })
  assert.deepEqual(tally, { passed: 0, failed: 1, skipped: 0 })
  assert.match(said.join(), /ended early \(exit code 0\) in: ends\.test\.ts, leaves/)
})

test('[REP4] a report that is held is told in one piece when it is whole', async (t) => {
  const { said } = await runPlanted(t, 'together', { 'a.test.ts': mixed }, undefined, 'held')
  assert.equal(said.length, 1)
  assert.match(said.join(), /✔ holds[^]*✖ does not/)
})

test('[REP4] what was held of a report is told when time is up', async (t) => {
  const files = { 'a.test.ts': `console.log('printed before'); ${hangs}` }
  const { said } = await runPlanted(t, 'together', files, 'hangs', 'held')
  assert.match(said.join('\n'), /printed before[^]*time is up; still running: .*hangs/)
})

async function runPlanted(
  t: TestContext,
  mode: TestGroup['mode'],
  files: Record<string, string>,
  endIn?: string,
  output: 'ignore' | 'held' = 'ignore',
) {
  const root = makeFolder(t, { ...files, 'package.json': '{"type": "module"}' })
  const said: string[] = []
  const times: FileTime[] = []
  const group = { mode, files: Object.keys(files) }
  const end = new AbortController()
  const tally = await runTestGroup(group, {
    root,
    deadline: end.signal,
    say: (line) => said.push(line),
    output,
    onRunning: (name) => name === endIn && end.abort(),
    onTimed: (time) => times.push(time),
  })
  return { tally, said, times }
}
