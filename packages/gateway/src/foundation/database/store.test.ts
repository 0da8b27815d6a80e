import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { Refusal } from '@heddle/contract'
import { createRealClock } from '../real-clock.ts'
import { openConnection } from './connection.ts'
import type { Disk } from './disk.ts'
import { compileOnce, queriesOver } from './query.ts'
import { openRealDisk, type RealDisk } from './real-disk.ts'
import { createStore, Redo, type Store, type StoreDeps, type Tx } from './store.ts'
import { StoreBroken } from './store-errors.ts'

interface Tables {
  rows: { id: number; text: string }
}
const db = queriesOver<Tables>()
const insert = compileOnce<{ id: number; text: string }, unknown>((place) =>
  db.insertInto('rows').values({ id: place('id'), text: place('text') }),
)
const count = db.selectFrom('rows').select((e) => e.fn.countAll<number>().as('count'))

let folder: string
let disk: RealDisk
let broken: StoreBroken[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-store-'))
  disk = openRealDisk(join(folder, 'heddle.db'), 'group')
  disk.writer.exec('create table rows (id integer primary key, text text not null) strict')
  broken = []
})

afterEach(async () => {
  await disk.close().catch(() => undefined)
  rmSync(folder, { recursive: true })
})

function storeOver(changed: Partial<Disk> = {}, more: Partial<StoreDeps> = {}): Store {
  const spread: Disk = {
    path: disk.path,
    writer: disk.writer,
    reader: disk.reader,
    syncLog: disk.syncLog,
    checkpoint: disk.checkpoint,
    logBytes: disk.logBytes,
    close: disk.close,
    ...changed,
  }
  return createStore({
    disk: spread,
    clock: createRealClock(),
    onBroken: (e) => void broken.push(e),
    ...more,
  })
}

function damagedRead(): never {
  throw Object.assign(new Error('malformed'), { errcode: 11 })
}

async function rows(store: Store): Promise<number> {
  return (await store.read((r) => r.one(count)))?.count ?? -1
}

test('transactions run one after another, in the order in which they were asked for', async () => {
  const store = storeOver()
  const seen: number[] = []
  const one = (id: number) =>
    store.tx(async (t) => {
      seen.push(id)
      await t.run(insert({ id, text: 'a' }))
      await t.one(count)
      seen.push(-id)
    })
  await Promise.all([one(1), one(2), one(3), one(4)])
  assert.deepEqual(seen, [1, -1, 2, -2, 3, -3, 4, -4])
  assert.equal(await rows(store), 4)
})

test('[I1] a transaction that throws leaves nothing, and the next one runs', async () => {
  const store = storeOver()
  const refusal = store.tx(async (t) => {
    await t.run(insert({ id: 1, text: 'a' }))
    throw new Error('changed my mind')
  })
  await assert.rejects(refusal, /changed my mind/)
  await store.tx((t) => t.run(insert({ id: 2, text: 'b' })))
  assert.equal(await rows(store), 1)
})

test('[I1] nothing is durable before the sync that covers it has ended', async () => {
  const syncs: (() => void)[] = []
  const store = storeOver({ syncLog: () => new Promise((resolve) => syncs.push(resolve)) })
  const done: string[] = []
  await store.tx((t) => t.run(insert({ id: 1, text: 'a' })))
  const first = store.durable().then(() => done.push('first'))
  await store.tx((t) => t.run(insert({ id: 2, text: 'b' })))
  const second = store.durable().then(() => done.push('second'))
  const third = store.durable().then(() => done.push('third'))
  await new Promise(setImmediate)
  assert.deepEqual([done, syncs.length], [[], 1])
  syncs[0]?.()
  await first
  await new Promise(setImmediate)
  // The sync that was running when the second commit came does not cover it; the two waiters share the next.
  assert.deepEqual([done, syncs.length], [['first'], 2])
  syncs[1]?.()
  await Promise.all([second, third])
  await store.durable()
  assert.equal(syncs.length, 2)
})

test('[I1] a failed sync breaks the store for good: no acknowledgement, no further transaction', async () => {
  const store = storeOver({ syncLog: () => Promise.reject(new Error('EIO')) })
  await store.tx((t) => t.run(insert({ id: 1, text: 'a' })))
  await assert.rejects(store.durable(), StoreBroken)
  await assert.rejects(
    store.tx((t) => t.run(insert({ id: 2, text: 'b' }))),
    StoreBroken,
  )
  await assert.rejects(store.durable(), StoreBroken)
  assert.deepEqual(
    broken.map((error) => error.kind),
    ['sync'],
  )
})

test('[OPS6] a full disk refuses the write, keeps the rest, and goes on when there is space again', async () => {
  const store = storeOver()
  const [pages] = disk.writer.all('pragma page_count', []) as { page_count: number }[]
  disk.writer.exec(`pragma max_page_count = ${(pages?.page_count ?? 0) + 1}`)
  const large = 'x'.repeat(50_000)
  await assert.rejects(
    store.tx((t) => t.run(insert({ id: 1, text: large }))),
    (error) => error instanceof Refusal && error.code === 'disk_full',
  )
  disk.writer.exec('pragma max_page_count = 1000000')
  await store.tx((t) => t.run(insert({ id: 1, text: large })))
  assert.equal(await rows(store), 1)
  assert.deepEqual(broken, [])
})

test('a transaction that is not awaited to its end is found out', async () => {
  const store = storeOver()
  let late: Tx | undefined
  await store.tx(async (t) => {
    late = t
  })
  await assert.rejects(late?.run(insert({ id: 1, text: 'a' })) ?? Promise.resolve(), /not awaited/)
})

test('a transaction that runs twice leaves the effect of one', async () => {
  const store = storeOver({}, { runTwice: () => true })
  let runs = 0
  await store.tx(async (t) => {
    runs++
    await t.run(insert({ id: 1, text: 'a' }))
  })
  assert.deepEqual([runs, await rows(store)], [2, 1])
})

test('[I13] the time of a transaction never goes back, and creeps on while the clock is behind', async () => {
  let [wall, mono] = [1_000, 0]
  const clock = { ...createRealClock(), wall: () => wall, mono: () => mono }
  const store = storeOver({}, { clock, notBeforeMs: 900 })
  const now = () => store.tx(async (t) => t.now)
  assert.equal(await now(), 1_000)
  wall = 10
  assert.equal(await now(), 1_000)
  mono = 61
  assert.equal(await now(), 1_030)
  mono = 100
  assert.equal(store.now(), 1_050)
  wall = 2_000
  assert.equal(await now(), 2_000)
})

test('[I13] the time of a transaction is not before what is on record', async () => {
  const clock = { ...createRealClock(), wall: () => 10, mono: () => 0 }
  assert.equal(await storeOver({}, { clock, notBeforeMs: 900 }).tx(async (t) => t.now), 900)
})

test('what is to happen after the commit happens only if there is one', async () => {
  const store = storeOver()
  const seen: string[] = []
  await store.tx(async (t) => t.afterCommit(() => void seen.push('committed')))
  await store
    .tx(async (t) => {
      t.afterCommit(() => void seen.push('never'))
      throw new Error('no')
    })
    .catch(() => undefined)
  assert.deepEqual(seen, ['committed'])
})

test('a transaction that asks for it is undone and runs once more, and knows that it does', async () => {
  const store = storeOver()
  const redone: boolean[] = []
  await store.tx(async (t) => {
    redone.push(t.isRedone)
    await t.run(insert({ id: redone.length, text: '' }))
    t.beforeCommit(async () => {
      if (!t.isRedone) throw new Redo()
    })
  })
  assert.deepEqual(redone, [false, true])
  assert.equal((await store.read((r) => r.one(count)))?.count, 1)
  await assert.rejects(
    store.tx(async () => {
      throw new Redo('again and again')
    }),
    /again and again/,
  )
})

test('reads see the newest commit and do not wait for a transaction that is running', async () => {
  const store = storeOver()
  await store.tx(async (t) => {
    await t.run(insert({ id: 1, text: 'a' }))
    assert.equal(await rows(store), 0)
  })
  assert.equal(await rows(store), 1)
})

test('the log is copied into the database beside the transactions and starts over when it is large', async () => {
  const modes: string[] = []
  let logBytes = 0
  const store = storeOver({
    logBytes: () => logBytes,
    checkpoint: async (mode) => {
      modes.push(mode)
      return disk.checkpoint(mode)
    },
  })
  for (let id = 0; id < 1_000; id++) await store.tx((t) => t.run(insert({ id, text: 'a' })))
  assert.deepEqual(modes, ['passive'])
  logBytes = 33 * 1_048_576
  for (let id = 1_000; id < 1_130; id++) await store.tx((t) => t.run(insert({ id, text: 'a' })))
  assert.deepEqual(modes, ['passive', 'restart'])
  assert.equal(await rows(store), 1_130)
})

test('[I1] a checkpoint that fails breaks the store', async () => {
  const store = storeOver({ checkpoint: () => Promise.reject(new Error('EIO')) })
  for (let id = 0; id < 1_000; id++) await store.tx((t) => t.run(insert({ id, text: 'a' })))
  await new Promise(setImmediate)
  await assert.rejects(
    store.tx(async () => undefined),
    StoreBroken,
  )
  assert.equal(broken.length, 1)
})

for (const error of [
  Object.assign(new Error('database or disk is full'), { errcode: 13 }),
  Object.assign(new Error('no space'), { code: 'ENOSPC' }),
]) {
  test(`[OPS6] a checkpoint without room (${error.message}) is tried again later, and holds nobody up`, async () => {
    const modes: string[] = []
    let [isFull, logBytes] = [true, 33 * 1_048_576]
    const store = storeOver({
      logBytes: () => logBytes,
      checkpoint: async (mode) => {
        modes.push(mode)
        if (isFull) throw error
        return { ...(await disk.checkpoint(mode)), logPages: logBytes / 4_096 }
      },
    })
    let nextId = 0
    const commit = async (count: number) => {
      for (let i = 0; i < count; i++) await store.tx((t) => t.run(insert({ id: nextId++, text: 'a' })))
    }
    await commit(64)
    await new Promise(setImmediate)
    logBytes += 1_048_576
    await commit(999)
    assert.deepEqual(modes, ['restart'], 'not at every look')
    await commit(2)
    assert.deepEqual(modes, ['restart', 'passive'])
    isFull = false
    await commit(1_001)
    await store.close()
    assert.deepEqual(modes, ['restart', 'passive', 'passive', 'restart'])
    assert.deepEqual(broken, [])
  })
}

test('[I1] a sync that fails for want of room breaks the store all the same', async () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const store = storeOver({ syncLog: () => Promise.reject(full) })
  await store.tx((t) => t.run(insert({ id: 1, text: 'a' })))
  await assert.rejects(store.durable(), StoreBroken)
  assert.equal(broken.length, 1)
})

for (const [errcode, kind] of [
  [11, 'damaged'],
  [10, 'io'],
] as const) {
  test(`[I15] a read that finds the database ${kind} breaks the store, also when nobody minds`, async () => {
    const failing = () => {
      throw Object.assign(new Error('no'), { errcode })
    }
    const store = storeOver({ reader: { ...disk.reader, all: failing } })
    await store.read((r) => r.one(count).catch(() => undefined))
    assert.deepEqual(
      broken.map((error) => error.kind),
      [kind],
    )
    await assert.rejects(
      store.tx((t) => t.run(insert({ id: 1, text: 'a' }))),
      StoreBroken,
    )
  })
}

test('[OPS6] a read that fails for another reason breaks nothing', async () => {
  const failing = () => {
    throw Object.assign(new Error('locked'), { errcode: 5 })
  }
  const store = storeOver({ reader: { ...disk.reader, all: failing } })
  await assert.rejects(store.read((r) => r.one(count)))
  assert.deepEqual(broken, [])
})

test('[I15] a broken store is closed without touching the file or its log', async () => {
  const store = storeOver({ abandon: disk.abandon, reader: { ...disk.reader, all: damagedRead } })
  await store.tx((t) => t.run(insert({ id: 1, text: 'a' })))
  await assert.rejects(rows(store), StoreBroken)
  const files = () => [readFileSync(disk.path), readFileSync(`${disk.path}-wal`)]
  const before = files()
  await store.close()
  assert.deepEqual(files(), before)
})

test('[OPS4] a backup does not keep the log from being copied', async () => {
  const target = join(folder, 'copy.db')
  writeFileSync(target, '')
  // Whoever holds the target makes the backup wait for it.
  const holder = openConnection(target)
  holder.exec('begin exclusive')
  let isCopied = false
  const copied = disk.worker.ask({ kind: 'copy-to', path: target }).then(() => {
    isCopied = true
  })
  const { busy } = await disk.checkpoint('passive')
  assert.deepEqual([busy, isCopied], [false, false])
  holder.close()
  await copied
})

test('[OPS4] whoever reads from the log for long holds transactions up only shortly', async () => {
  const reader = openConnection(disk.path, { readOnly: true })
  const modes: string[] = []
  let logBytes = 33 * 1_048_576
  const store = storeOver({
    logBytes: () => logBytes++,
    checkpoint: (mode) => {
      modes.push(mode)
      return disk.checkpoint(mode)
    },
  })
  reader.exec('begin')
  reader.all('select * from rows', [])
  for (let id = 0; id < 400; id++) await store.tx((t) => t.run(insert({ id, text: 'a' })))
  assert.deepEqual(modes, ['restart'], 'and not again at every look')
  reader.close()
})

test('closing waits for the running transaction and what it still has to put on disk', async () => {
  const store = storeOver()
  const running = store.tx((t) => t.run(insert({ id: 1, text: 'a' })))
  await store.close()
  await running
  await assert.rejects(
    store.tx(async () => undefined),
    /closed/,
  )
  disk = openRealDisk(disk.path, 'group')
  assert.equal(await rows(storeOver()), 1)
})

test('[I1] many commits share one sync by default, which SQLite itself then leaves to us', () => {
  const [mode] = disk.writer.all('pragma synchronous', []) as { synchronous: number }[]
  assert.deepEqual([disk.durability, mode?.synchronous], ['group', 1])
})

test('[OPS1] with durability "full" each commit is on disk by itself', async () => {
  await disk.close()
  disk = openRealDisk(disk.path, 'full')
  const [mode] = disk.writer.all('pragma synchronous', []) as { synchronous: number }[]
  assert.equal(mode?.synchronous, 2)
  const store = storeOver()
  await store.tx((t) => t.run(insert({ id: 1, text: 'a' })))
  await store.durable()
})
