// Opens the database of a data folder: looks at its health, brings its schema forward, and hands out the store.

import { limits } from '@heddle/contract'
import type { Clock } from '../clock.ts'
import type { Connection } from './connection.ts'
import type { Disk } from './disk.ts'
import { type Opening, recordClosing, recordOpening } from './meta-store.ts'
import { type Migration, migrate } from './migrate.ts'
import { type Durability, openRealDisk, type RealDisk } from './real-disk.ts'
import { createStore, type Store, type StoreDeps } from './store.ts'
import { StoreBroken } from './store-errors.ts'

export interface OpenStore {
  store: Store
  opening: Opening
  migrated: number[]
  /** Ends properly: the next start need not suspect anything. */
  close(): Promise<void>
}

export interface OpenDatabase extends OpenStore {
  disk: RealDisk
}

export interface OpenStoreOptions {
  migrations: readonly Migration[]
  clock: Clock
  onBroken(error: StoreBroken): void
  /** What a simulated world does to the store; in production nothing. */
  faults?: Pick<StoreDeps, 'fault' | 'runTwice' | 'logLimits'>
}

export interface OpenDatabaseOptions extends OpenStoreOptions {
  path: string
  durability: Durability
  /** Copies the database as it is before its schema changes. */
  backupBeforeMigration(disk: RealDisk, from: number, to: number): void
}

// Reading a database through takes about a millisecond a megabyte; a larger one is looked through while it serves.
const checkedAtOnceBytes = 16 * 1_048_576

export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const disk = openRealDisk(options.path, options.durability)
  const backup = (from: number, to: number) => options.backupBeforeMigration(disk, from, to)
  const opened = await openStore(disk, backup, options)
  if (databaseBytes(disk.writer) > checkedAtOnceBytes) void lookThroughLater(disk, options.onBroken)
  return { ...opened, disk }
}

/** The same on any disk. When it cannot be opened, the disk is closed again. */
export async function openStore(
  disk: Disk,
  backup: (from: number, to: number) => void,
  options: OpenStoreOptions,
): Promise<OpenStore> {
  const { clock, onBroken, faults } = options
  try {
    if (databaseBytes(disk.writer) <= checkedAtOnceBytes) assertHealthy(quickCheck(disk.writer))
    const migrated = migrate(disk.writer, options.migrations, {
      nowMs: clock.wall(),
      backup,
      ...(faults?.fault && { fault: faults.fault }),
    })
    const notBeforeMs = newestTime(disk.writer)
    const store = createStore({ disk, clock, onBroken, notBeforeMs, ...faults })
    const opening = await store.tx(recordOpening)
    return {
      store,
      opening,
      migrated,
      async close() {
        await store.tx(recordClosing).catch(() => undefined)
        await store.close()
      },
    }
  } catch (error) {
    await disk.close()
    throw error
  }
}

function databaseBytes(db: Connection): number {
  const [pages] = db.all('pragma page_count', []) as { page_count: number }[]
  const [size] = db.all('pragma page_size', []) as { page_size: number }[]
  return (pages?.page_count ?? 0) * (size?.page_size ?? 0)
}

/** Facts and work are put on record in the order of their times, so the last ones tell; and so does the last claim. */
function newestTime(db: Connection): number {
  const [fact] = db.all('select max(created_at) as at from facts', []) as { at: number | null }[]
  const [work] = db.all('select created_at as at from work order by id desc limit 1', []) as { at: number }[]
  const [lease] = db.all("select max(lease_until) as at from work where state = 'running'", []) as {
    at: number | null
  }[]
  return Math.max(fact?.at ?? 0, work?.at ?? 0, (lease?.at ?? 0) - limits.workLeaseMs)
}

function quickCheck(db: Connection): string[] {
  const rows = db.all('pragma quick_check(3)', []) as { quick_check: string }[]
  return rows.map((row) => row.quick_check).filter((text) => text !== 'ok')
}

function assertHealthy(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new StoreBroken('damaged', `the database is damaged: ${complaints[0]}`)
}

async function lookThroughLater(disk: RealDisk, onBroken: (error: StoreBroken) => void): Promise<void> {
  try {
    assertHealthy(await disk.worker.ask<string[]>({ kind: 'check', depth: 'quick' }))
  } catch (error) {
    // Closing while the check runs ends it; that says nothing about the database.
    if (error instanceof StoreBroken) onBroken(error)
  }
}
