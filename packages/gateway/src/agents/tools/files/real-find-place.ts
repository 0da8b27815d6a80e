// Walks from the workspace folder down, name by name, each from the folder that is held. A link is never followed by the
// system: its text is read, and walked in the same way, so that it leads nowhere but inside.

import { isAbsolute, relative } from 'node:path'
import type { ForbiddenPlaces } from './real-forbidden-places.ts'
import type { FolderDisk } from './folder-disk.ts'
import type { HeldFolder, HoldFolder } from './real-held-folder.ts'
import { showPath } from './parse-path.ts'
import { errorCode } from './tell-folder-error.ts'
import { type FolderPath, FolderTrouble } from './workspace-folder.ts'

export interface Root {
  path: string
  disk: FolderDisk
  hold: HoldFolder
  forbidden: ForbiddenPlaces
}

/** Held as long as it is used. */
export interface Place {
  folder: HeldFolder
  /** In the folder; undefined for the workspace folder itself. Was no link when it was looked at. */
  name: string | undefined
}

export interface WalkOptions {
  /** Folders that are missing on the way are made; and Git's own are out of bounds. */
  isForWriting: boolean
}

const linksMax = 40
const namesMax = 512

export async function usePlace<T>(
  root: Root,
  path: FolderPath,
  options: WalkOptions,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  let names: readonly string[] = path
  for (let links = 0; links <= linksMax && names.length <= namesMax; links++) {
    const walk = await walkOnce(root, names, options, use)
    if (walk.kind === 'done') return walk.value
    names = walk.names
  }
  throw new FolderTrouble('failed', `"${showPath(path)}" leads through too many links.`)
}

/** `again`: a link was met; `names` is the way with its text in place of its name. */
type Walk<T> = { kind: 'done'; value: T } | { kind: 'again'; names: readonly string[] }

async function walkOnce<T>(
  root: Root,
  names: readonly string[],
  options: WalkOptions,
  use: (place: Place) => Promise<T>,
): Promise<Walk<T>> {
  let folder = await holdRoot(root)
  try {
    await root.forbidden.judgeFolder(folder)
    for (const [at, name] of names.entries()) {
      const before = names.slice(0, at)
      const after = names.slice(at + 1)
      if (options.isForWriting) judgeWrittenName(name)
      // Only links have it. What stands before it was walked and is real, so that going up is dropping a name.
      if (name === '..') {
        if (at === 0) throw leadsOut()
        return { kind: 'again', names: [...before.slice(0, -1), ...after] }
      }
      const next =
        after.length === 0
          ? await readLink(root.disk, folder, name)
          : await enterOrReadLink(root.disk, folder, name, options)
      if (typeof next === 'string') {
        return { kind: 'again', names: [...(await namesOf(root, next, before)), ...after] }
      }
      if (next === undefined) return { kind: 'done', value: await use({ folder, name }) }
      const above = folder
      folder = next
      try {
        await root.forbidden.judgeFolder(folder, above)
      } finally {
        await above.close()
      }
    }
    return { kind: 'done', value: await use({ folder, name: undefined }) }
  } finally {
    await folder.close()
  }
}

async function holdRoot(root: Root): Promise<HeldFolder> {
  try {
    return await root.hold(root.path)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') throw new FolderTrouble('missing', 'The workspace folder does not exist.')
    if (code === 'ENOTDIR')
      throw new FolderTrouble('not_a_folder', 'The workspace folder is a file, not a folder.')
    throw error
  }
}

/** What stands there, hooks among it, runs when a person next uses Git in this folder, outside of any sandbox. */
function judgeWrittenName(name: string): void {
  if (!/^(\.git|git~\d)$/i.test(name)) return
  throw new FolderTrouble('forbidden', 'The files in ".git" are written by Git alone.')
}

async function enterOrReadLink(
  disk: FolderDisk,
  folder: HeldFolder,
  name: string,
  options: WalkOptions,
): Promise<HeldFolder | string> {
  try {
    return await folder.enter(name)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' && options.isForWriting) return makeFolder(disk, folder, name)
    // For a link, some systems say that it is no folder, others that it is a link.
    const target = code === 'ENOTDIR' || code === 'ELOOP' ? await readLink(disk, folder, name) : undefined
    if (target === undefined) throw error
    return target
  }
}

async function makeFolder(disk: FolderDisk, folder: HeldFolder, name: string): Promise<HeldFolder> {
  try {
    await disk.mkdir(folder.at(name))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const made = await folder.enter(name)
  await folder.sync()
  return made
}

/** Undefined when it is no link, or nothing at all. */
async function readLink(disk: FolderDisk, folder: HeldFolder, name: string): Promise<string | undefined> {
  try {
    return await disk.readlink(folder.at(name))
  } catch (error) {
    const code = errorCode(error)
    // Windows calls what is no link unknown.
    if (code === 'EINVAL' || code === 'ENOENT' || code === 'UNKNOWN') return undefined
    throw error
  }
}

async function namesOf(root: Root, target: string, before: readonly string[]): Promise<string[]> {
  if (!isAbsolute(target)) return [...before, ...split(target)]
  for (const start of [root.path, await root.disk.realpath(root.path)]) {
    const way = split(relative(start, target))
    if (way[0] !== '..' && !isAbsolute(relative(start, target))) return way
  }
  throw leadsOut()
}

function split(way: string): string[] {
  return way.split(process.platform === 'win32' ? /[\\/]/ : '/').filter((name) => name !== '' && name !== '.')
}

function leadsOut(): FolderTrouble {
  return new FolderTrouble('outside', 'A link on the way leads out of the workspace folder.')
}
