import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import type { Clock } from '../clock.ts'
import { createRealClock } from '../real-clock.ts'
import { SchemaTooNew } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { queriesOver } from './query.ts'
import { takeFolderLock } from './real-folder-lock.ts'
import { readMigrations } from './real-migrations.ts'
import type { Tx } from './store.ts'
import { isDamage, StoreBroken } from './store-errors.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-open-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'heddle.db')

const damagedPath = () => join(folder, 'damaged.db')

function copyWithLog(from: string, to: string): void {
  copyFileSync(from, to)
  copyFileSync(`${from}-wal`, `${to}-wal`)
}

const db = queriesOver<{ meta: { key: string; value: string } }>()
const change = (t: Tx) => t.run(db.updateTable('meta').set({ value: '1' }).where('key', '=', 'epoch'))

function open(at = path(), clock: Clock = createRealClock()) {
  return openDatabase({
    path: at,
    durability: 'group',
    migrations: readMigrations(),
    clock,
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
  await assert.rejects(open(), StoreBroken)
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

for (const [where, from, to] of [
  ['head', 0, 100],
  ['middle', 4_096 * 3, 4_096 * 6],
] as const) {
  test(`[I15] a damaged ${where} leaves the file and the log beside it as they are`, async () => {
    await (await open()).close()
    const second = await open()
    copyWithLog(path(), damagedPath())
    await second.close()
    const bytes = readFileSync(damagedPath())
    bytes.fill(0xa5, from, to)
    writeFileSync(damagedPath(), bytes)
    const log = readFileSync(`${damagedPath()}-wal`)
    assert.ok(log.length > 0)
    await assert.rejects(open(damagedPath()), (error) => isDamage(error) || error instanceof StoreBroken)
    assert.deepEqual(readFileSync(damagedPath()), bytes)
    assert.deepEqual(readFileSync(`${damagedPath()}-wal`), log)
  })
}

test('[I15] a log whose database is gone or empty is kept', async () => {
  const first = await open()
  copyWithLog(path(), damagedPath())
  await first.close()
  const log = readFileSync(`${damagedPath()}-wal`)
  writeFileSync(damagedPath(), '')
  await assert.rejects(open(damagedPath()), StoreBroken)
  rmSync(damagedPath())
  await assert.rejects(open(damagedPath()), StoreBroken)
  assert.deepEqual(readFileSync(`${damagedPath()}-wal`), log)
})

test('[OPS5] a newer schema leaves the log as it is', async () => {
  const first = await open()
  first.disk.writer.exec('pragma user_version = 9999')
  copyWithLog(path(), damagedPath())
  await first.close()
  const log = readFileSync(`${damagedPath()}-wal`)
  await assert.rejects(open(damagedPath()), SchemaTooNew)
  assert.deepEqual(readFileSync(`${damagedPath()}-wal`), log)
})

test('[I15] a log that holds what the file does not have yet is used', async () => {
  const first = await open()
  copyWithLog(path(), damagedPath())
  await first.close()
  const second = await open(damagedPath())
  assert.deepEqual(second.opening, { epoch: 2, wasClean: false })
  await second.close()
})

const hour = 3_600_000

for (const end of ['clean', 'unclean'] as const) {
  test(`[I13] time goes on after a ${end} end, though the clock was set back meanwhile`, async () => {
    let wall = 1_700_000_000_000
    const clock = { ...createRealClock(), wall: () => wall, mono: () => 0 }
    const first = await open(path(), clock)
    wall += 5 * hour
    await first.store.tx(change)
    wall += 999
    const last = await first.store.tx(async (t) => {
      await change(t)
      return t.now
    })
    await (end === 'clean' ? first.close() : first.store.close())
    wall -= 4 * hour
    const second = await open(path(), clock)
    assert.ok(second.store.now() > last)
    assert.ok(second.store.now() <= last + 1_000)
    await second.close()
  })
}

test('[I13] many unclean ends do not drive the time ahead of a clock that goes right', async () => {
  let wall = 1_700_000_000_000
  const clock = { ...createRealClock(), wall: () => wall, mono: () => 0 }
  for (let i = 0; i < 5; i++) {
    const one = await open(path(), clock)
    assert.equal(one.store.now(), wall)
    await one.store.close()
    wall += 1_000
  }
})

test('[I13] the time is put on record with changes only, and not with each', async () => {
  let wall = 1_700_000_000_000
  const clock = { ...createRealClock(), wall: () => wall, mono: () => 0 }
  const { store, disk, close } = await open(path(), clock)
  const marked = () => {
    const [row] = disk.reader.all("select value from meta where key = 'time'", []) as { value: string }[]
    return Number(row?.value)
  }
  const opened = wall
  wall += 999
  await store.tx(change)
  assert.equal(marked(), opened)
  wall += 1
  await store.tx(async () => undefined)
  assert.equal(marked(), opened)
  await store.tx(change)
  assert.equal(marked(), wall)
  await close()
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
