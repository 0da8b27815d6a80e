import assert from 'node:assert/strict'
import { readdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openFileTools } from '../../../../test-support/open-file-tools.ts'
import { openRealFolders, secretText } from '../../../../test-support/open-real-folders.ts'
import { createRealClock } from '../../../foundation/real-clock.ts'
import { createRealFolderSearch } from './real-folder-search.ts'

function openSearch(t: TestContext, timeMs?: number) {
  const opened = openRealFolders(t)
  const { places, folders, work } = opened
  const search = createRealFolderSearch({ places, clock: createRealClock(), ...(timeMs && { timeMs }) })
  return { ...opened, call: openFileTools(folders, search, work) }
}

/** One that goes back and forth for longer than the sun will shine. */
const endless = { query: '(a+)+$', regex: true }
const victim = `${'a'.repeat(200)}!`

test('[AGT5] a search in its own thread finds what is inside, and nothing of what links show', async (t) => {
  const { call, put, work, outside } = openSearch(t)
  put('src/a.txt', `one\n${secretText} here\n`)
  put('odd\nname', secretText)
  symlinkSync(outside, join(work, 'out'))
  symlinkSync(join(outside, 'secret'), join(work, 'secret'))
  symlinkSync('src', join(work, 'again'))
  assert.deepEqual(await call('search', { query: secretText }), {
    output: `src/a.txt:2: ${secretText} here\nodd\\nname:1: ${secretText}`,
    isError: false,
  })
  const refused = await call('search', { query: 'x', path: 'out' })
  assert.deepEqual(refused, { output: 'A link on the way leads out of the workspace folder.', isError: true })
})

test('[R12] a hostile regular expression holds up nothing, is ended, and what was found by then is told', async (t) => {
  const { call, put } = openSearch(t, 3_000)
  put('a', 'aaa\n')
  put('b', victim)
  let turns = 0
  const count = () => {
    turns++
    if (turns < 1_000_000) next = setImmediate(count)
  }
  let next = setImmediate(count)
  const { output, isError } = await call('search', endless)
  clearImmediate(next)
  assert.equal(isError, false)
  assert.match(
    output,
    /^a:1: aaa\n\[It was stopped after 15 seconds; search a smaller folder, or use a simpler regular expression\.\]$/,
  )
  assert.ok(turns > 100, 'the loop went round meanwhile')
})

test('[R12] a search that nobody waits for any more ends at once, also one that waits in line', async (t) => {
  const { call, put } = openSearch(t, 600_000)
  put('b', victim)
  const abort = new AbortController()
  const searches = Array.from({ length: 9 }, () => call('search', endless, abort.signal))
  setImmediate(() => abort.abort(new Error('stopped')))
  for (const { status } of await Promise.allSettled(searches)) assert.equal(status, 'rejected')
  assert.deepEqual(await call('search', { query: 'aa!' }), { output: `b:1: ${victim}`, isError: false })
})

test('[R12] a thread that dies in the middle is told in a sentence', async (t) => {
  const { places } = openRealFolders(t)
  const search = createRealFolderSearch({ places, clock: createRealClock() })
  const limits = { hitsMax: 1, bytesMax: 1, depthMax: 1 }
  const question = {
    path: [],
    query: 'x',
    isRegex: false,
    ignoreCase: false,
    glob: undefined,
    context: 0,
    limits,
  }
  // No path at all is our own mistake, and as good as any other for a thread to die of.
  const found = await search(7 as unknown as string, question, new AbortController().signal)
  assert.deepEqual(found, { files: [], end: { trouble: 'The search broke off; use a simpler query.' } })
})

test('[R12] an ended search leaves no file open', { skip: process.platform !== 'linux' }, async (t) => {
  const { call, put } = openSearch(t, 200)
  put('b', victim)
  await call('search', endless)
  const before = readdirSync('/proc/self/fd').length
  for (let times = 0; times < 5; times++) await call('search', endless)
  assert.ok(readdirSync('/proc/self/fd').length <= before + 1)
})

test('[R12] a file of any size is read only so far, and so is a folder', async (t) => {
  const { call, put, work } = openSearch(t)
  put('huge', 'line\n'.repeat(10_000))
  truncateSync(join(work, 'huge'), 5_000_000_000)
  const read = await call('read', { path: 'huge', limit: 2 })
  assert.equal(read.output, 'line\nline\n[lines 1–2 of more than 10001; read on with offset 3]')
  const { output } = await call('search', { query: 'nowhere' })
  assert.equal(
    output,
    '[Nothing was found.]\n[Only 1 files were read; search a smaller folder, or with a glob.]',
  )
})
