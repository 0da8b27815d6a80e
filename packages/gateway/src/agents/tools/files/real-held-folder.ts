// Holds a folder, so that whatever is exchanged above it in the meantime, its names still mean what they meant. On Linux
// an open descriptor is held, and names are reached through it; elsewhere the path is, and looked at again after each
// use, which leaves an instant in which someone on the same machine could exchange it.

import { type BigIntStats, constants } from 'node:fs'
import { join } from 'node:path'
import type { FolderDisk } from './folder-disk.ts'
import { errorCode } from './tell-folder-error.ts'
import { FolderTrouble } from './workspace-folder.ts'

export interface HeldFolder {
  readonly identity: Identity
  /** By which the folder itself is reached, while it is held. */
  readonly self: string
  /** By which a name in it is reached, while it is held. */
  at(name: string): string
  /** Throws the system's ENOTDIR or ELOOP for what is not a folder, and for a link to one. */
  enter(name: string): Promise<HeldFolder>
  /** Throws if `opened`, which was reached as `name`, need not have been in this folder. */
  confirm(name: string, opened: Identity): Promise<void>
  /** What was renamed in it is renamed also after a power cut. */
  sync(): Promise<void>
  close(): Promise<void>
}

export interface Identity {
  dev: bigint
  ino: bigint
}

export function isSame(a: Identity, b: Identity): boolean {
  return a.dev === b.dev && a.ino === b.ino
}

export type HoldFolder = (path: string) => Promise<HeldFolder>

/** Follows links: `path` is what people configured. */
export function createHoldFolder(disk: FolderDisk, way: 'descriptor' | 'path' = chooseWay()): HoldFolder {
  return way === 'descriptor'
    ? (path) => holdDescriptor(disk, path, 0)
    : async (path) => holdPath(disk, await disk.realpath(path), [])
}

function chooseWay(): 'descriptor' | 'path' {
  return process.platform === 'linux' ? 'descriptor' : 'path'
}

async function holdDescriptor(disk: FolderDisk, path: string, flags: number): Promise<HeldFolder> {
  const handle = await disk.open(
    path,
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NONBLOCK | flags,
  )
  try {
    const { dev, ino } = await handle.stat()
    const self = `/proc/self/fd/${handle.fd}`
    return {
      identity: { dev, ino },
      self,
      at: (name) => `${self}/${name}`,
      enter: (name) => holdDescriptor(disk, `${self}/${name}`, constants.O_NOFOLLOW),
      confirm: async () => undefined,
      sync: () => handle.sync(),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

interface Held extends Identity {
  path: string
}

async function holdPath(disk: FolderDisk, path: string, above: readonly Held[]): Promise<HeldFolder> {
  const stat = await disk.lstat(path)
  if (!stat.isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  const chain = [...above, { path, dev: stat.dev, ino: stat.ino }]
  return {
    identity: stat,
    self: path,
    at: (name) => join(path, name),
    enter: (name) => holdPath(disk, join(path, name), chain),
    async confirm(name, opened) {
      for (const held of chain) {
        const now = await disk.lstat(held.path)
        if (!now.isDirectory() || !isSame(now, held)) throw changed()
      }
      if (!isSame(await disk.lstat(join(path, name)), opened)) throw changed()
    },
    // Not every system lets a folder be opened, or synced.
    sync: async () => undefined,
    close: async () => undefined,
  }
}

/** Undefined when nothing is there. Follows no link. */
export async function lookAt(
  disk: FolderDisk,
  folder: HeldFolder,
  name: string,
): Promise<BigIntStats | undefined> {
  try {
    return await disk.lstat(folder.at(name))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function changed(): FolderTrouble {
  return new FolderTrouble('changed', 'The folders above were changed while it was opened; try again.')
}
