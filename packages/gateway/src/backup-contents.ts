// The bytes of files on their way into a backup and back. They are called by their hash, so bytes that are there already
// are the same, and bringing more of them changes nothing that anyone sees. The gateway serves meanwhile: hashes are read
// in pages, and nothing waits for the disk on the main thread.

import { createHash } from 'node:crypto'
import { constants, createReadStream, existsSync } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { notWhole } from './backup-manifest.ts'
import { type KnownHash, readFileHashes } from './database-file-store.ts'
import { arrivingPath, blobPath } from './foundation/files/real-blobs.ts'
import { syncFile, syncFolder } from './sync-files.ts'

export interface CopiedContents {
  count: number
  bytes: number
  /** Lost before: a backup of the rest is better than none. */
  missing: number
}

export async function copyContents(options: {
  /** The copy of the database, which says what is needed. */
  database: string
  from: string
  to: string
  syncs?: FolderSyncs
}): Promise<CopiedContents> {
  const { from, to, syncs = syncFolder } = options
  const copied: CopiedContents = { count: 0, bytes: 0, missing: 0 }
  for await (const { hash, bytes } of knownHashes(options.database)) {
    if (await copyOne(blobPath(from, hash), to, hash)) {
      copied.count++
      copied.bytes += bytes
    } else copied.missing++
  }
  await syncNames(to, syncs)
  return copied
}

export type FolderSyncs = (path: string) => Promise<void>

const pageRows = 500

/** In pages, so that however many there are, no other request waits for them. */
export async function* knownHashes(database: string): AsyncGenerator<KnownHash> {
  for (let after = ''; ; ) {
    const page = readFileHashes(database, after, pageRows)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return
    after = last.hash
  }
}

/**
 * Refuses a backup whose bytes are not those of its rows, before any are brought in; and those belong to nothing until
 * the database takes its place. Says how many the backup itself had to do without.
 */
export async function restoreContents(options: {
  database: string
  backup: string
  from: string
  /** As its manifest says. */
  count: number
  to: string
}): Promise<number> {
  const { from, to } = options
  let found = 0
  let missing = 0
  for await (const { hash } of knownHashes(options.database)) {
    const source = blobPath(from, hash)
    if (!(await isFile(source))) {
      missing++
      continue
    }
    if ((await hashOf(source)) !== hash) {
      throw notWhole(options.backup, `the file ${hash.slice(0, 12)}… is not the one that was backed up`)
    }
    found++
  }
  if (found < options.count) {
    throw notWhole(options.backup, `${options.count - found} of its files are missing`)
  }
  if (found === 0) return missing
  for await (const { hash } of knownHashes(options.database)) {
    const source = blobPath(from, hash)
    if (await isFile(source)) await bringIn(source, to, hash)
  }
  await syncNames(to, syncFolder)
  await syncFolder(dirname(to))
  return missing
}

/** Straight to its place: a backup has its name only when all of it is there. False if there is nothing to copy. */
async function copyOne(source: string, folder: string, hash: string): Promise<boolean> {
  if (!(await isFile(source))) return false
  const part = join(folder, hash.slice(0, 2))
  await mkdir(part, { recursive: true, mode: 0o700 })
  const place = blobPath(folder, hash)
  await copyFile(source, place, constants.COPYFILE_FICLONE)
  await syncFile(place)
  return true
}

/** By a place that the next start empties, so that a kill leaves no half of a file under a whole one's name. */
async function bringIn(source: string, folder: string, hash: string): Promise<void> {
  const part = join(folder, hash.slice(0, 2))
  const at = arrivingPath(folder, hash)
  await mkdir(part, { recursive: true, mode: 0o700 })
  await mkdir(dirname(at), { recursive: true, mode: 0o700 })
  await copyFile(source, at, constants.COPYFILE_FICLONE)
  await syncFile(at)
  await rename(at, blobPath(folder, hash))
}

/** Once for all files: nothing counts on their names before everything is there. */
async function syncNames(folder: string, sync: FolderSyncs): Promise<void> {
  // There is none where no file was copied.
  if (!existsSync(folder)) return
  for (const part of await readdir(folder)) await sync(join(folder, part))
  await sync(folder)
}

/** A link could lead anywhere. */
async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
