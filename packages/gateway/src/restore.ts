// Puts a backup back into a data folder that nobody uses: everything is checked before anything is touched, what was
// there is moved aside, nothing is deleted. At every moment the folder has one whole database under its name.

import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { refused } from '@heddle/contract'
import { restoreContents } from './backup-contents.ts'
import { type BackupFile, contentsName, type Manifest, readVerifiedManifest } from './backup-manifest.ts'
import type { DataFolder } from './data-folder.ts'
import { foldLogIn, looksLikeDatabase, readDatabaseFacts, writeEpoch } from './database-file-store.ts'
import { SchemaTooNew } from './foundation/database/migrate.ts'
import { createStorageWorker } from './foundation/database/storage-worker-client.ts'
import { availableKeyIds } from './key-ids.ts'
import { syncFile, syncFolder } from './sync-files.ts'

export interface RestoreOptions {
  from: string
  /** Its lock is held by the caller. */
  folder: DataFolder
  /** Move what is there aside. Without it a folder that has a database is left alone. */
  force: boolean
  knownSchema: number
  keyFromEnvironment: string | undefined
  nowMs: number
  progress(stage: string): void
}

// The folder's lock is ours, so a file of that name is left over from a restore that was killed.
const stagedSuffix = '.restoring'

export interface Restored {
  manifest: Manifest
  /** The names under which what was there now lies. */
  movedAside: string[]
  /** False when the secrets in it are sealed with a key that is not here. */
  secretsOpen: boolean
  /** Files whose bytes were lost before the backup was made. */
  missingFiles: number
}

export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder } = options
  options.progress('Checking the backup')
  const manifest = await readVerifiedManifest(options.from)
  if (manifest.schema > options.knownSchema) throw new SchemaTooNew(manifest.schema, options.knownSchema)
  if (existsSync(folder.database) && !options.force) throw occupied(folder)

  const staged: Staged[] = []
  try {
    for (const [name, to] of placesOf(folder)) {
      if (manifest.files[name]) staged.push(await stage(join(options.from, name), to))
    }
    const database = `${folder.database}${stagedSuffix}`
    await checkIncoming(database, options)
    options.progress('Copying files')
    const missing = await restoreContents({
      database,
      backup: options.from,
      from: join(options.from, contentsName),
      count: manifest.contents?.count ?? 0,
      to: folder.files,
    })
    options.progress('Moving it into place')
    writeEpoch(
      database,
      Math.max(settleExisting(folder, options.nowMs), readDatabaseFacts(database).epoch) + 1,
    )
    await syncFile(database)
    const stamp = new Date(options.nowMs).toISOString().replaceAll(/[:.]/g, '-')
    const movedAside = staged.flatMap((file) => swap(file, stamp))
    await syncFolder(folder.path)
    return { manifest, movedAside, secretsOpen: secretsOpen(options), missingFiles: missing }
  } finally {
    for (const { at } of staged) rmSync(at, { force: true })
  }
}

interface Staged {
  at: string
  to: string
}

function placesOf(folder: DataFolder): [BackupFile, string][] {
  return [
    ['heddle.db', folder.database],
    ['heddle.json5', folder.config],
    ['secret.key', folder.secretKey],
  ]
}

/** Everything that needs room is copied first: a full disk then leaves the folder as it was. */
async function stage(source: string, to: string): Promise<Staged> {
  const at = `${to}${stagedSuffix}`
  try {
    copyFileSync(source, at)
    await syncFile(at)
    return { at, to }
  } catch (error) {
    rmSync(at, { force: true })
    throw error
  }
}

// On a copy, so that not even SQLite's own housekeeping touches the backup.
async function checkIncoming(path: string, options: RestoreOptions): Promise<void> {
  const worker = createStorageWorker(path)
  try {
    const complaints = await worker.ask<string[]>({ kind: 'check', depth: 'full' })
    if (complaints.length > 0) throw damaged(options.from, complaints[0] ?? '')
  } catch (error) {
    throw error instanceof Error && 'errcode' in error ? damaged(options.from, error.message) : error
  } finally {
    await worker.close()
  }
  const { schema } = readDatabaseFacts(path)
  if (schema > options.knownSchema) throw new SchemaTooNew(schema, options.knownSchema)
}

/** Makes the old file whole by itself, and says which epoch it had. */
function settleExisting(folder: DataFolder, nowMs: number): number {
  if (!existsSync(folder.database)) return 0
  // Too damaged to ask: the seconds since 1970 are more starts than it can have had.
  const beyondAll = Math.floor(nowMs / 1_000)
  if (!looksLikeDatabase(folder.database)) return beyondAll
  try {
    return foldLogIn(folder.database).epoch
  } catch {
    return beyondAll
  }
}

// The old file gets a second name and the new one takes over the first: no moment is without a database, so a process
// that is killed here does not make the next start begin with an empty one.
function swap({ at, to }: Staged, stamp: string): string[] {
  const aside = `${to}.before-restore-${stamp}`
  const moved: string[] = []
  if (existsSync(to) && !isSameSmallFile(to, at)) {
    keepUnder(aside, to)
    moved.push(aside)
  }
  // There only if the old database could not be opened; beside the new one they would be taken for its own.
  for (const suffix of ['-wal', '-shm']) {
    if (!existsSync(`${to}${suffix}`)) continue
    renameSync(`${to}${suffix}`, `${aside}${suffix}`)
    moved.push(`${aside}${suffix}`)
  }
  renameSync(at, to)
  return moved
}

function keepUnder(aside: string, path: string): void {
  try {
    linkSync(path, aside)
  } catch {
    // Some disks know no second names.
    copyFileSync(path, aside, constants.COPYFILE_EXCL)
  }
}

function isSameSmallFile(a: string, b: string): boolean {
  const { size } = statSync(a)
  return size <= 1_048_576 && size === statSync(b).size && readFileSync(a).equals(readFileSync(b))
}

function secretsOpen(options: RestoreOptions): boolean {
  const { keyIds } = readDatabaseFacts(options.folder.database)
  const available = availableKeyIds(options.folder.secretKey, options.keyFromEnvironment)
  return keyIds.every((id) => available.includes(id))
}

function occupied(folder: DataFolder) {
  return refused('bad_input', {
    message: `${folder.path} holds a database already. With --force it is moved aside and kept. Nothing was changed.`,
  })
}

function damaged(from: string, why: string) {
  return refused('bad_input', {
    message: `The database in the backup ${from} is damaged (${why}). Nothing was changed.`,
  })
}
