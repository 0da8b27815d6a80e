// Workspace folders on the disk. Files are opened by a name in a folder that is held, never by a path that someone could
// bend in the meantime; and what is opened is looked at before it is used.

import { type BigIntStats, constants } from 'node:fs'
import { limits } from '@heddle/contract/limits'
import type { DiskFile, FolderDisk } from './folder-disk.ts'
import { showPath } from './parse-path.ts'
import { type Place, type Root, usePlace } from './real-find-place.ts'
import { createForbiddenPlaces, type HeddlePlaces } from './real-forbidden-places.ts'
import { realFolderDisk } from './real-folder-disk.ts'
import { createHoldFolder, type HeldFolder, lookAt } from './real-held-folder.ts'
import { makeOwnWorkspace } from './real-own-workspace.ts'
import { noFile, replaceFile, versionOf } from './real-replace-file.ts'
import { errorCode, tellFolderError } from './tell-folder-error.ts'
import {
  type FolderEntry,
  type FolderFile,
  type FolderPath,
  FolderTrouble,
  type WorkspaceFolder,
  type WorkspaceFolders,
} from './workspace-folder.ts'

export interface RealFoldersOptions {
  places: HeddlePlaces
  disk?: FolderDisk
  /** Default: what the system can do. */
  way?: 'descriptor' | 'path'
}

export function createRealWorkspaceFolders(options: RealFoldersOptions): WorkspaceFolders {
  const { places, disk = realFolderDisk } = options
  const hold = createHoldFolder(disk, options.way)
  return {
    open: (path) => openFolder({ path, disk, hold, forbidden: createForbiddenPlaces(disk, places) }),
    make: (path) => makeOwnWorkspace(disk, places, path),
  }
}

function openFolder(root: Root): WorkspaceFolder {
  const { disk } = root

  async function use<T>(
    path: FolderPath,
    isForWriting: boolean,
    task: (place: Place) => Promise<T>,
  ): Promise<T> {
    try {
      return await usePlace(root, path, { isForWriting }, task)
    } catch (error) {
      throw tellFolderError(error, path)
    }
  }

  return {
    readFile: (path, read) =>
      use(path, false, async ({ folder, name }) => {
        const handle = await openFile(disk, folder, nameOfFile(path, name))
        try {
          const stat = await handle.stat()
          if (!stat.isFile()) throw noFile(path, stat)
          await folder.confirm(name ?? '', stat)
          await root.forbidden.judgeFile(folder, name ?? '', stat)
          return await read(fileOf(handle, stat))
        } finally {
          await handle.close()
        }
      }),
    writeFile: (path, bytes, over) =>
      use(path, true, ({ folder, name }) =>
        replaceFile(root, folder, path, nameOfFile(path, name), bytes, over),
      ),
    listFolder: (path) =>
      use(path, false, async ({ folder, name }) => {
        if (name === undefined) return listHeld(disk, folder)
        const inner = await folder.enter(name).catch((error: unknown) => throwNoFolder(path, error))
        try {
          await root.forbidden.judgeFolder(inner, folder)
          return await listHeld(disk, inner)
        } finally {
          await inner.close()
        }
      }),
  }
}

function nameOfFile(path: FolderPath, name: string | undefined): string {
  if (name === undefined)
    throw new FolderTrouble('not_a_file', `"${showPath(path)}" is a folder, not a file.`)
  return name
}

/** Never waits: a pipe that nobody writes into would hold up the one who opens it. */
function openFile(disk: FolderDisk, folder: HeldFolder, name: string): Promise<DiskFile> {
  // Windows knows neither; there, what was opened is compared with what stands at the path.
  const flags = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
  return disk.open(folder.at(name), constants.O_RDONLY | flags)
}

const chunkBytes = 64 * 1_024

function fileOf(handle: DiskFile, stat: BigIntStats): FolderFile {
  const bytes = Number(stat.size)
  return {
    bytes,
    version: versionOf(stat),
    async *chunks() {
      for (let at = 0; at < bytes; ) {
        const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, bytes - at))
        const length = await handle.read(buffer, at)
        if (length === 0) return
        at += length
        yield buffer.subarray(0, length)
      }
    },
  }
}

async function listHeld(
  disk: FolderDisk,
  folder: HeldFolder,
): Promise<{ entries: FolderEntry[]; isWhole: boolean }> {
  const entries: FolderEntry[] = []
  let isWhole = true
  for await (const name of disk.names(folder.self)) {
    if (entries.length === limits.fileEntriesPerFolderMax) {
      isWhole = false
      break
    }
    const stat = await lookAt(disk, folder, name).catch(() => undefined)
    // Gone again, or not to be looked at.
    if (stat) entries.push({ name, kind: kindOf(stat), bytes: stat.isFile() ? Number(stat.size) : 0 })
  }
  await folder.confirm('.', folder.identity)
  return { entries, isWhole }
}

function kindOf(stat: BigIntStats): FolderEntry['kind'] {
  if (stat.isFile()) return 'file'
  if (stat.isDirectory()) return 'folder'
  return stat.isSymbolicLink() ? 'link' : 'other'
}

function throwNoFolder(path: FolderPath, error: unknown): never {
  const code = errorCode(error)
  if (code !== 'ENOTDIR') throw error
  throw new FolderTrouble('not_a_folder', `"${showPath(path)}" is a file, not a folder.`)
}
