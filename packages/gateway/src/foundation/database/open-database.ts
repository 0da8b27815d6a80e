// Opens the database of a data folder: looks at its health, brings its schema forward, and hands out the store.

import { limits } from '@heddle/contract'
import type { Clock } from '../clock.ts'
import type { Connection } from './connection.ts'
import type { Disk } from './disk.ts'
import { createTimeMark, type Opening, readTimeMark, recordClosing, recordOpening } from './meta-store.ts'
import { type Migration, migrate, SchemaTooNew } from './migrate.ts'
import { databaseFileBytes, type FileHealth, lookAtDatabaseFile, quickCheck } from './real-database-file.ts'
import { type Durability, openRealDisk, type RealDisk } from './real-disk.ts'
import { createStore, type Store, type StoreDeps } from './store.ts'
import { explainStoreError, isDamage, StoreBroken } from './store-errors.ts'

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
  /** Its pages were looked at already, or will be while it serves. */
  isChecked?: boolean
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
  const checkedAtOnce = databaseFileBytes(options.path) <= checkedAtOnceBytes
  const { isUnknown } = assertUsable(options, checkedAtOnce ? 'pages' : 'head')
  const disk = openRealDisk(options.path, options.durability)
  const backup = (from: number, to: number) => options.backupBeforeMigration(disk, from, to)
  const opened = await openStore(disk, backup, { ...options, isChecked: !isUnknown })
  if (!checkedAtOnce) void lookThroughLater(disk, options.onBroken)
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
    if (!options.isChecked) assertHealthy(quickCheck(disk.writer)[0])
    const migrated = migrate(disk.writer, options.migrations, {
      nowMs: clock.wall(),
      backup,
      ...(faults?.fault && { fault: faults.fault }),
    })
    const notBeforeMs = Math.max(newestTime(disk.writer), readTimeMark(disk.writer))
    const beforeCommit = createTimeMark(() => store.now())
    const store = createStore({ disk, clock, onBroken, notBeforeMs, beforeCommit, ...faults })
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
    await (isDamaged(error) && disk.abandon ? disk.abandon() : disk.close())
    throw error
  }
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

// Before anything is opened for writing, so that what cannot be used is left as it is, together with its log.
function assertUsable({ path, migrations }: OpenDatabaseOptions, depth: 'pages' | 'head'): FileHealth {
  const health = lookAtDatabaseFile(path, depth)
  const { damage, schema } = health
  assertHealthy(damage)
  const known = migrations.at(-1)?.version ?? 0
  if (schema > known) throw new SchemaTooNew(schema, known)
  return health
}

function assertHealthy(damage: string | undefined): void {
  if (damage !== undefined) throw new StoreBroken('damaged', `the database is damaged: ${damage}`)
}

function isDamaged(error: unknown): boolean {
  return isDamage(error) || (error instanceof StoreBroken && error.kind === 'damaged')
}

async function lookThroughLater(disk: RealDisk, onBroken: (error: StoreBroken) => void): Promise<void> {
  try {
    assertHealthy((await disk.worker.ask<string[]>({ kind: 'check', depth: 'quick' }))[0])
  } catch (error) {
    // Closing while the check runs ends it; that says nothing about the database.
    const explained = explainStoreError(error)
    if (explained instanceof StoreBroken) onBroken(explained)
  }
}
