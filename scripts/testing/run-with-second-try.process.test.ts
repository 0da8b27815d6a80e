import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { makeFolder } from './make-folder.ts'
import { runWithSecondTry } from './run-with-second-try.ts'

const good = `import { test } from 'node:test'; test('good', () => {})`
const bad = `import { test } from 'node:test'; test('fine', () => {}); test('bad', () => { throw new Error('planted') })`
const badAtFirst = `
  import { existsSync, writeFileSync } from 'node:fs'
  import { test } from 'node:test'
  test('fine', () => {})
  test('bad at first', () => {
    if (existsSync('been-here')) return
    writeFileSync('been-here', '')
    throw new Error('planted')
  })
`

test('[REP14] what passes at the second try counts as passed, and that it needed one is said', async (t) => {
  const files = { 'a.browser.test.ts': badAtFirst, 'b.browser.test.ts': good, 'c.test.ts': good }
  const { tally, said } = await runPlanted(t, files)
  assert.deepEqual(tally, { passed: 4, failed: 0, skipped: 0 })
  assert.match(said.join('\n'), /needed a second try: a\.browser\.test\.ts/)
  assert.doesNotMatch(said.join('\n'), /b\.browser/)
})

test('[REP14] what fails twice has failed, counted once', async (t) => {
  const { tally } = await runPlanted(t, { 'a.browser.test.ts': bad, 'b.browser.test.ts': good })
  assert.deepEqual(tally, { passed: 2, failed: 1, skipped: 0 })
})

test('[REP14] there is no second try without a browser, nor where many fail', async (t) => {
  const plain = await runPlanted(t, { 'a.test.ts': badAtFirst })
  assert.deepEqual(plain.tally, { passed: 1, failed: 1, skipped: 0 })
  const five = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${n}.browser.test.ts`, bad]))
  const many = await runPlanted(t, five)
  assert.deepEqual(many.tally, { passed: 5, failed: 5, skipped: 0 })
  assert.deepEqual(many.said, [])
})

async function runPlanted(t: TestContext, files: Record<string, string>) {
  const root = makeFolder(t, { ...files, 'package.json': '{"type": "module"}' })
  const said: string[] = []
  const names = Object.keys(files)
  const tally = await runWithSecondTry(
    { files: names },
    names.filter((name) => name.includes('.browser.')),
    { root, deadline: new AbortController().signal, say: (line) => said.push(line), output: 'ignore' },
  )
  return { tally, said }
}
