// Makes a backup: a folder that holds everything needed to go on elsewhere. It is written under another name and gets
// its own only when all of it is on disk, so a backup that has its name is whole.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { refused } from '@heddle/contract'
import {
  type BackupFile,
  backupFormat,
  contentsName,
  describeFile,
  type Manifest,
  manifestName,
} from './backup-manifest.ts'
import { copyContents, type CopiedContents } from './backup-contents.ts'
import type { DataFolder } from './data-folder.ts'
import { readDatabaseFacts } from './database-file-store.ts'
import type { Clock } from './foundation/clock.ts'
import type { StorageWorker } from './foundation/database/storage-worker-client.ts'
import { explainStoreError, isUnwritable } from './foundation/database/store-errors.ts'
import type { Blobs } from './foundation/files/blobs.ts'
import { createKeyedRunner } from './foundation/keyed-runner.ts'
import { syncFile, syncFolder } from './sync-files.ts'

export interface BackupMade {
  path: string
  bytes: number
  schema: number
  withKey: boolean
  files: BackupFile[]
  /** How many different attached files it holds, and how many were lost before. */
  contents: number
  missing: number
}

export interface Backups {
  /** `to` is the backup's own folder, new or empty; absent: one by the time under `<data>/backups`. */
  create(
    options: { to?: string | undefined; withKey: boolean },
    progress: (stage: string) => void,
  ): Promise<BackupMade>
}

export interface BackupDeps {
  folder: DataFolder
  /** Nothing goes from there while it is copied. */
  blobs: Pick<Blobs, 'holdAll'>
  /** The configuration file in force. */
  configPath: string
  storageWorker: StorageWorker
  clock: Clock
  version: string
  keyFromEnvironment: boolean
}

export function createBackups(deps: BackupDeps): Backups {
  const line = createKeyedRunner()
  return {
    // One at a time, so that what another left half-made is known to be nobody's.
    create: (options, progress) => line.run('backup', () => makeBackup(deps, options, progress)),
  }
}

async function makeBackup(
  deps: BackupDeps,
  { to, withKey }: Parameters<Backups['create']>[0],
  progress: (stage: string) => void,
): Promise<BackupMade> {
  const madeAt = new Date(deps.clock.wall()).toISOString()
  const path = to ?? join(deps.folder.backups, madeAt.replaceAll(/[:.]/g, '-'))
  assertFree(path)
  if (withKey) assertKeyHere(deps)
  await clearLeftovers(deps.folder.backups)
  let partial: string | undefined
  try {
    partial = makePartial(path)
    const { files, contents } = await copyEverything(deps, partial, withKey, progress)
    progress('Writing down what it holds')
    const manifest = await writeManifest(deps, partial, { files, contents, madeAt, withKey })
    renameSync(partial, path)
    await syncFolder(dirname(path))
    return summary(path, manifest, contents.missing)
  } catch (error) {
    if (partial !== undefined) await rm(partial, { recursive: true, force: true })
    throw explainFailure(error, path)
  }
}

/** A folder that nobody else has, not even another process that makes a backup of the same name. */
function makePartial(path: string): string {
  const parent = dirname(path)
  if (!existsSync(parent)) mkdirSync(parent, { recursive: true, mode: 0o700 })
  return mkdtempSync(`${path}.partial-`)
}

/** Of backups that a kill cut off: the folder's lock is ours, and we make none at this moment. */
async function clearLeftovers(backups: string): Promise<void> {
  if (!existsSync(backups)) return
  for (const name of readdirSync(backups)) {
    if (/\.partial-\w+$/.test(name)) await rm(join(backups, name), { recursive: true, force: true })
  }
}

// A file's row is there only after its bytes, and its bytes go only after its row: with removing held back from before
// the rows are copied, every row of the copy finds its bytes.
function copyEverything(
  deps: BackupDeps,
  partial: string,
  withKey: boolean,
  progress: (stage: string) => void,
): Promise<{ files: BackupFile[]; contents: CopiedContents }> {
  return deps.blobs.holdAll(async () => {
    progress('Copying the database')
    const files = await copyAll(deps, partial, withKey)
    progress('Copying files')
    const contents = await copyContents({
      database: join(partial, 'heddle.db'),
      from: deps.folder.files,
      to: join(partial, contentsName),
    })
    return { files, contents }
  })
}

// A rotation of the key between the copy of the rows and the copy of the key would leave two that do not fit.
async function copyAll(deps: BackupDeps, partial: string, withKey: boolean): Promise<BackupFile[]> {
  const database = join(partial, 'heddle.db')
  for (;;) {
    const keyBefore = withKey ? readFileSync(deps.folder.secretKey) : undefined
    rmSync(database, { force: true })
    await deps.storageWorker.ask<null>({ kind: 'copy-to', path: database })
    if (keyBefore === undefined) break
    if (!keyBefore.equals(readFileSync(deps.folder.secretKey))) continue
    writeFileSync(join(partial, 'secret.key'), keyBefore, { mode: 0o600 })
    break
  }
  if (existsSync(deps.configPath)) copyFileSync(deps.configPath, join(partial, 'heddle.json5'))
  const present = (['heddle.db', 'heddle.json5', 'secret.key'] as const).filter((name) =>
    existsSync(join(partial, name)),
  )
  for (const name of present) await syncFile(join(partial, name))
  return present
}

async function writeManifest(
  deps: BackupDeps,
  partial: string,
  made: { files: readonly BackupFile[]; contents: CopiedContents; madeAt: string; withKey: boolean },
): Promise<Manifest> {
  const { files, contents, madeAt, withKey } = made
  const { schema } = readDatabaseFacts(join(partial, 'heddle.db'))
  // An open store has at least one; a restore would refuse a manifest that says otherwise.
  if (schema < 1) throw new Error('the copy of the database is empty, so no backup was made')
  const manifest: Manifest = {
    format: backupFormat,
    heddle: deps.version,
    schema,
    madeAt,
    withKey,
    files: {},
    contents: { count: contents.count, bytes: contents.bytes },
  }
  for (const name of files) manifest.files[name] = await describeFile(join(partial, name))
  const path = join(partial, manifestName)
  writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 })
  await syncFile(path)
  await syncFolder(partial)
  return manifest
}

function summary(path: string, manifest: Manifest, missing: number): BackupMade {
  const files = Object.keys(manifest.files) as BackupFile[]
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0)
  const contents = manifest.contents ?? { count: 0, bytes: 0 }
  return {
    path,
    bytes: bytes + contents.bytes,
    schema: manifest.schema,
    withKey: manifest.withKey,
    files,
    contents: contents.count,
    missing,
  }
}

function assertFree(path: string): void {
  if (!existsSync(path)) return
  try {
    if (readdirSync(path).length === 0) return
  } catch {
    throw refused('bad_input', { message: `${path} is there already and is not a folder. Name a new one.` })
  }
  throw refused('bad_input', { message: `${path} is there already and is not empty. Name a new folder.` })
}

function assertKeyHere(deps: BackupDeps): void {
  if (!deps.keyFromEnvironment && existsSync(deps.folder.secretKey)) return
  throw refused('bad_input', {
    message: deps.keyFromEnvironment
      ? 'The key comes from HEDDLE_SECRET_KEY and is not in the data folder. Back up without --with-key, and keep the key yourself.'
      : 'There is no secret.key in the data folder to put into the backup.',
  })
}

const unwritableCodes: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ENOTEMPTY',
  'EEXIST',
  'EBUSY',
  'EXDEV',
])

function explainFailure(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return refused('disk_full')
  if (typeof code === 'string' && unwritableCodes.has(code)) {
    return refused('bad_input', {
      message: `The backup cannot be written to ${path} (${code}). Name another folder.`,
    })
  }
  // SQLite could not make the copy's file; its words for that read as if our own database were broken.
  if (isUnwritable(error)) {
    return refused('bad_input', { message: `The backup cannot be written to ${path}. Name another folder.` })
  }
  return explainStoreError(error)
}
