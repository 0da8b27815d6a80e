import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createKnownTexts } from './real-known-texts.ts'

function openFile(t: TestContext, options: Parameters<typeof createKnownTexts>[0]) {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-texts-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'AGENTS.md')
  const texts = createKnownTexts(options)
  let reads = 0
  const read = () =>
    texts.read(path, async () => {
      reads++
      return readFileSync(path, 'utf8')
    })
  return { folder, path, read, reads: () => reads }
}

/** As if everything had been written long ago. */
const old = { settledMs: -60_000 }

test('[AGT2] a file is read once as long as it stays the same, and anew when it is written, exchanged or removed', async (t) => {
  const { folder, path, read, reads } = openFile(t, old)
  assert.equal(await read(), undefined)
  writeFileSync(path, 'one')
  assert.deepEqual([await read(), await read(), reads()], ['one', 'one', 1])
  writeFileSync(path, 'longer')
  assert.deepEqual([await read(), await read(), reads()], ['longer', 'longer', 2])
  writeFileSync(join(folder, 'other'), 'change')
  renameSync(join(folder, 'other'), path)
  assert.deepEqual([await read(), reads()], ['change', 3])
  rmSync(path)
  assert.deepEqual([await read(), reads()], [undefined, 3])
})

test('a file that was written just now is read each time: it may change again without looking different', async (t) => {
  const { path, read, reads } = openFile(t, { settledMs: 60_000 })
  writeFileSync(path, 'one')
  assert.deepEqual([await read(), await read(), reads()], ['one', 'one', 2])
})
