// What the store expects of a disk, asked of the real one and of the one that can lose power.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Disk } from '../../src/foundation/database/disk.ts'
import { openRealDisk } from '../../src/foundation/database/real-disk.ts'
import { makeScratchFolder } from '../seed/scratch-folder.ts'
import { createLife } from '../time/life.ts'
import { createScheduler } from '../time/scheduler.ts'
import { createSeededRandom } from '../time/seeded-random.ts'
import { createSometimes } from '../watch/sometimes.ts'
import { openCrashableDisk } from './crashable-disk.ts'
import { type Remains, wholeDatabase } from './remains.ts'

/** A disk, and the way to wait for it. */
interface Opened<D extends Disk = Disk> {
  disk: D
  settle<T>(promise: Promise<T>): Promise<T>
}

function openReal(t: TestContext): Opened {
  const folder = makeScratchFolder()
  const disk = openRealDisk(join(folder.path, 'heddle.db'), 'group')
  t.after(async () => {
    await disk.close()
    folder.remove()
  })
  return { disk, settle: (promise) => promise }
}

function openSimulated(t: TestContext, remains: Remains = wholeDatabase(Buffer.alloc(0)), seed = 1) {
  const folder = makeScratchFolder()
  const random = createSeededRandom(seed)
  const scheduler = createScheduler({ random, latenessMs: 0, onStep: () => undefined })
  const disk = openCrashableDisk({
    folder: folder.path,
    remains,
    life: createLife(1),
    scheduler,
    random: random.stream('disk'),
    sometimes: createSometimes(),
    beforeStatement: () => undefined,
    chooseSyncError: () => undefined,
    syncMs: () => 5,
    checkpointMs: () => 5,
    onRestarted: () => undefined,
  })
  t.after(() => {
    disk.discard()
    folder.remove()
  })
  async function settle<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false
    const settled = promise.finally(() => (isSettled = true))
    settled.catch(() => undefined)
    while (!isSettled && (await scheduler.step()));
    return settled
  }
  return { disk, settle } satisfies Opened
}

for (const [name, open] of Object.entries({ real: openReal, simulated: openSimulated })) {
  test(`the ${name} disk shows readers what was committed, and nothing else`, (t) => {
    const { disk } = open(t)
    disk.writer.exec('create table rows (id integer primary key)')
    disk.writer.run('begin immediate', [])
    disk.writer.run('insert into rows values (1)', [])
    assert.equal(count(disk), 0)
    disk.writer.run('commit', [])
    assert.equal(count(disk), 1)
    assert.throws(() => disk.reader.run('insert into rows values (2)', []), /readonly/)
  })

  test(`the ${name} disk syncs its log, copies it, and lets it start over`, async (t) => {
    const { disk, settle } = open(t)
    disk.writer.exec('create table rows (id integer primary key)')
    for (let id = 1; id <= 50; id++) disk.writer.run('insert into rows values (?)', [id])
    await settle(disk.syncLog())
    const before = disk.logBytes()
    assert.ok(before > 50 * 512)
    const copied = await settle(disk.checkpoint('restart'))
    assert.deepEqual([copied.busy, copied.copiedPages], [false, copied.logPages])
    for (let id = 51; id <= 60; id++) disk.writer.run('insert into rows values (?)', [id])
    assert.equal(disk.logBytes(), before)
    assert.equal(count(disk), 60)
  })
}

test('[I1] after a power cut the simulated disk has what was synced, and of the rest whole transactions in order', async (t) => {
  for (let seed = 1; seed <= 40; seed++) {
    const { disk, settle } = openSimulated(t, undefined, seed)
    disk.writer.exec('create table rows (id integer primary key)')
    for (let id = 1; id <= 10; id++) disk.writer.run('insert into rows values (?)', [id])
    await settle(disk.syncLog())
    for (let id = 11; id <= 20; id++) disk.writer.run('insert into rows values (?)', [id])
    const { disk: next } = openSimulated(t, disk.remains('power cut'), seed)
    const ids = next.inspect<{ id: number }>('select id from rows order by id').map((row) => row.id)
    assert.ok(ids.length >= 10, `seed ${seed} lost synced rows`)
    assert.deepEqual(
      ids,
      ids.map((_, i) => i + 1),
    )
    assert.deepEqual(
      next.inspect<object>('pragma integrity_check').map((row) => ({ ...row })),
      [{ integrity_check: 'ok' }],
    )
  }
})

test('[I1] a killed process leaves every commit, and a power cut after it can still take what no one synced', async (t) => {
  const { disk } = openSimulated(t)
  disk.writer.exec('create table rows (id integer primary key)')
  for (let id = 1; id <= 20; id++) disk.writer.run('insert into rows values (?)', [id])
  const left = disk.remains('kill')
  const found = new Set<number>()
  for (let seed = 1; seed <= 30; seed++) {
    const { disk: next } = openSimulated(t, left, seed)
    assert.equal(count(next), 20)
    const { disk: last } = openSimulated(t, next.remains('power cut'), seed)
    const tables = last.inspect("select 1 from sqlite_schema where name = 'rows'")
    found.add(tables.length === 0 ? 0 : count(last))
  }
  assert.ok(found.size > 1, `always ${[...found].join()}`)
})

function count(disk: Disk): number {
  const [row] = disk.reader.all('select count(*) as count from rows', []) as { count: number }[]
  return row?.count ?? -1
}
