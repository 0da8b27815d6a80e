import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeTestFolder } from '../test-support/create-test-world.ts'
import { foldLogIn } from './database-file-store.ts'
import { openDatabase } from './foundation/database/open-database.ts'
import { readMigrations } from './foundation/database/real-migrations.ts'
import { createRealClock } from './foundation/real-clock.ts'

/** A database as a killed process leaves it: with pages in the file, and a log beside it. */
async function leaveWithLog(t: TestContext): Promise<string> {
  const folder = makeTestFolder(t)
  const path = join(folder, 'served.db')
  const open = () =>
    openDatabase({
      path,
      durability: 'group',
      migrations: readMigrations(),
      clock: createRealClock(),
      onBroken: () => undefined,
      backupBeforeMigration: () => undefined,
    })
  await (await open()).close()
  const second = await open()
  const left = join(folder, 'heddle.db')
  copyFileSync(path, left)
  copyFileSync(`${path}-wal`, `${left}-wal`)
  await second.close()
  return left
}

test('[OPS4] folding the log in leaves one file that is the whole database', async (t) => {
  const path = await leaveWithLog(t)
  assert.equal(foldLogIn(path).epoch, 1)
  assert.equal(existsSync(`${path}-wal`), false)
})

for (const [where, from, to] of [
  ['head', 0, 100],
  ['middle', 4_096 * 3, 4_096 * 6],
] as const) {
  test(`[I15] the log of a database with a damaged ${where} is not folded in`, async (t) => {
    const path = await leaveWithLog(t)
    const bytes = readFileSync(path)
    bytes.fill(0xa5, from, to)
    writeFileSync(path, bytes)
    const log = readFileSync(`${path}-wal`)
    assert.throws(() => foldLogIn(path))
    assert.deepEqual(readFileSync(path), bytes)
    assert.deepEqual(readFileSync(`${path}-wal`), log)
  })
}
