import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { createRealClock } from '../real-clock.ts'
import { openDatabase } from './open-database.ts'
import { takeFolderLock } from './real-folder-lock.ts'
import { readMigrations } from './real-migrations.ts'
import { isDamage, StoreBroken } from './store-errors.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-open-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'heddle.db')

function open() {
  return openDatabase({
    path: path(),
    durability: 'group',
    migrations: readMigrations(),
    clock: createRealClock(),
    onBroken: () => undefined,
    backupBeforeMigration: () => undefined,
  })
}

test('[I1] after an unclean end the epoch changes; after a clean one it does not', async () => {
  const first = await open()
  assert.deepEqual(first.opening, { epoch: 1, wasClean: true })
  await first.close()
  const second = await open()
  assert.deepEqual(second.opening, { epoch: 1, wasClean: true })
  await second.store.close()
  const third = await open()
  assert.deepEqual(third.opening, { epoch: 2, wasClean: false })
  await third.close()
})

test('[I15] a file that is no database is refused and left as it is', async () => {
  writeFileSync(path(), 'this is not a database, whatever its name says'.repeat(200))
  const before = readFileSync(path())
  await assert.rejects(open(), isDamage)
  assert.deepEqual(readFileSync(path()), before)
})

test('[I15] damage in the middle of the file is found at the start', async () => {
  const first = await open()
  await first.close()
  const bytes = readFileSync(path())
  bytes.fill(0xff, 4_096 * 3, 4_096 * 6)
  writeFileSync(path(), bytes)
  await assert.rejects(open(), (error) => isDamage(error) || error instanceof StoreBroken)
})

test('[OPS1] the folder lock keeps a second process out and ends with the first', () => {
  const ownerPath = join(folder, 'owner.db')
  const lockUrl = new URL('./real-folder-lock.ts', import.meta.url).href
  const tryIt = () =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { takeFolderLock } from ${JSON.stringify(lockUrl)}; process.stdout.write(String(takeFolderLock(${JSON.stringify(ownerPath)}) !== undefined)); process.kill(process.pid, 'SIGKILL')`,
      ],
      { encoding: 'utf8' },
    ).stdout
  // The child dies by SIGKILL while it holds the lock; nothing has to be cleaned up.
  assert.equal(tryIt(), 'true')
  const lock = takeFolderLock(ownerPath)
  assert.ok(lock)
  assert.equal(tryIt(), 'false')
  lock.release()
  assert.equal(tryIt(), 'true')
})
