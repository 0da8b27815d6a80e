// Bytes in a folder of the disk: `<folder>/<first two letters>/<hash>`, and what is still on its way in
// `<folder>/arriving`. The data folder's lock is held, so what lies there at the start belongs to nobody.

import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal, refused } from '@heddle/contract'
import { createKeyedRunner } from '../keyed-runner.ts'
import type { Blobs, ByteRange, StagedBlob } from './blobs.ts'
import { type DiskSpace, hasDiskRoom } from './choose-disk-room.ts'
import { syncFolder } from './real-folder-sync.ts'
import { watchBytes } from './watch-bytes.ts'

const arrivingName = 'arriving'
const hashForm = /^[0-9a-f]{64}$/

/** What is asked of the disk besides its files. */
export interface BlobsDisk {
  space(folder: string): Promise<DiskSpace>
  /** Only while nothing else runs. */
  syncFolderNow(path: string): void
}

export function openRealBlobs(folder: string, disk: BlobsDisk = realDisk): Blobs {
  const arriving = join(folder, arrivingName)
  makeFolders(arriving, disk)
  for (const name of readdirSync(arriving)) rmSync(join(arriving, name), { recursive: true, force: true })
  const line = createKeyedRunner()
  let holders = 0

  return {
    async stage(content, bytesMax) {
      if (!hasDiskRoom(await disk.space(folder))) throw diskNearlyFull()
      return stageBytes(folder, arrivingPath(folder, randomUUID()), content, bytesMax)
    },
    alone: (hash, task) => line.run(hash, task),

    async open(hash, bytes, range) {
      const path = blobPath(folder, hash)
      const found = await stat(path).catch(unlessMissing)
      return found?.size === bytes ? readFrom(path, range) : undefined
    },

    async remove(hash) {
      if (holders > 0) return false
      await rm(blobPath(folder, hash), { force: true })
      // Or it would be back after a power cut, and nobody would know of it.
      await syncFolder(join(folder, hash.slice(0, 2))).catch(unlessMissing)
      return true
    },

    async holdAll(task) {
      holders++
      try {
        return await task()
      } finally {
        holders--
      }
    },

    list: (limit) => listBlobs(folder, limit),
  }
}

const realDisk: BlobsDisk = {
  async space(folder) {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, wholeBytes: blocks * bsize }
  },
  syncFolderNow(path) {
    const descriptor = openSync(path, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  },
}

/** Each new one is on disk by name, or a power cut takes it with everything that was acknowledged in it. */
function makeFolders(path: string, disk: BlobsDisk): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; ; made = dirname(made)) {
    disk.syncFolderNow(dirname(made))
    if (made === first || made === dirname(made)) return
  }
}

/** For what comes in and is not whole yet. A start empties the folder. */
export function arrivingPath(folder: string, name: string): string {
  return join(folder, arrivingName, name)
}

/** Where a backup finds it, too. */
export function blobPath(folder: string, hash: string): string {
  if (!hashForm.test(hash)) throw new Error('a blob goes by its hash alone')
  return join(folder, hash.slice(0, 2), hash)
}

export async function listBlobs(folder: string, limit: number): Promise<string[]> {
  const found: string[] = []
  for (const part of (await readdir(folder).catch(unlessMissing)) ?? []) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue
    for (const name of await readdir(join(folder, part))) {
      if (!hashForm.test(name)) continue
      found.push(name)
      if (found.length >= limit) return found
    }
  }
  return found
}

async function stageBytes(
  folder: string,
  path: string,
  content: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<StagedBlob> {
  try {
    const known = await writeBytes(path, content, bytesMax)
    return {
      ...known,
      place: () => placeBytes(folder, path, known.hash),
      discard: () => rm(path, { force: true }),
    }
  } catch (error) {
    await rm(path, { force: true })
    throw explainWriting(error)
  }
}

async function writeBytes(path: string, content: AsyncIterable<Uint8Array>, bytesMax: number) {
  const passing = watchBytes(bytesMax)
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      passing.take(chunk)
      await file.appendFile(chunk)
    }
    await file.datasync()
  } finally {
    await file.close()
  }
  return passing.end()
}

async function placeBytes(folder: string, staged: string, hash: string): Promise<void> {
  const place = blobPath(folder, hash)
  const part = join(folder, hash.slice(0, 2))
  try {
    const made = await mkdir(part, { recursive: true, mode: 0o700 })
    if (made !== undefined) await syncFolder(folder)
    await rename(staged, place)
    await syncFolder(part)
  } catch (error) {
    throw explainWriting(error)
  }
}

async function* readFrom(path: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const ends = range === undefined ? {} : { start: range.first, end: range.last }
    yield* file.createReadStream({ ...ends, autoClose: false })
  } finally {
    await file.close()
  }
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}

function explainWriting(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  return code === 'ENOSPC' || code === 'EDQUOT' ? refused('disk_full') : error
}

function diskNearlyFull(): Refusal {
  return refused('disk_full', {
    message:
      'The disk is nearly full, and what is left is kept for messages. The file was not saved; free some space and try again.',
  })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
