// What no agent reaches with file tools although it may lie in a workspace folder: Heddle's own data, the configuration,
// and the file systems in which the kernel shows processes and devices. Told by identity, not by name: no second way to
// the same thing helps.

import { basename, dirname, join, relative, sep } from 'node:path'
import type { FolderDisk } from './folder-disk.ts'
import { type HeldFolder, type Identity, isSame } from './real-held-folder.ts'
import { FolderTrouble } from './workspace-folder.ts'

export interface HeddlePlaces {
  /** The data folder. */
  data: string
  /** Those folders of agents that lie in the data folder. */
  workspaces: string
  /** Files elsewhere that are as private, such as the configuration. */
  files: readonly string[]
}

export interface ForbiddenPlaces {
  /** Throws for a folder that may not be entered. `above` is the one from which it is entered. */
  judgeFolder(folder: HeldFolder, above?: HeldFolder): Promise<void>
  /** Throws for a file that may not be opened, or made. */
  judgeFile(folder: HeldFolder, name: string, file: (Identity & { nlink: bigint }) | undefined): Promise<void>
}

/** One for each use of a folder: what it finds out about the disk, it does not ask again. */
export function createForbiddenPlaces(disk: FolderDisk, places: HeddlePlaces): ForbiddenPlaces {
  const kernelDevices = new Map<bigint, boolean>()
  let knownHome: Promise<Identity | undefined> | undefined
  let knownFiles: Promise<PrivateFile[]> | undefined
  let judgedRoot: Identity | undefined
  const home = () => (knownHome ??= identify(disk, places.data))
  const files = () => (knownFiles ??= findPrivateFiles(disk, places))

  async function isKernels(folder: HeldFolder): Promise<boolean> {
    const { dev } = folder.identity
    const known = kernelDevices.get(dev)
    if (known !== undefined) return known
    const isOne = kernelFileSystems.has(await disk.fileSystem(folder.self))
    kernelDevices.set(dev, isOne)
    return isOne
  }

  return {
    async judgeFolder(folder, above) {
      if (above === undefined && !(judgedRoot && isSame(judgedRoot, folder.identity))) {
        await judgeRoot(disk, places, folder)
        judgedRoot = folder.identity
      }
      const data = await home()
      if (data && isSame(data, folder.identity)) throw ownData()
      if (folder.identity.dev !== above?.identity.dev && (await isKernels(folder))) {
        throw new FolderTrouble('forbidden', 'The folders of the kernel cannot be used with file tools.')
      }
    },
    async judgeFile(folder, name, file) {
      const known = await files()
      // A file with one name is found by its folder and that name; only one with several can be here by another.
      const isPrivate = known.some(
        (one) =>
          (one.folder && isSame(one.folder, folder.identity) && foldName(one.name) === foldName(name)) ||
          (file && file.nlink > 1n && one.file && isSame(one.file, file)),
      )
      if (isPrivate) throw ownData()
    },
  }
}

// Of Linux: proc, sysfs, devpts, debugfs, tracefs, securityfs, cgroup, cgroup2, bpf, configfs, selinuxfs, efivarfs, pstore.
const kernelFileSystems = new Set([
  0x9fa0, 0x62656572, 0x1cd1, 0x64626720, 0x74726163, 0x73636673, 0x27e0eb, 0x63677270, 0xcafe4a11,
  0x62656570, 0xf97cff8c, 0xde5e81e4, 0x6165676c,
])

/** A folder inside of the data folder is for agents only below `workspaces`. */
async function judgeRoot(disk: FolderDisk, places: HeddlePlaces, root: HeldFolder): Promise<void> {
  const [real, data, workspaces] = await Promise.all([
    disk.realpath(root.self),
    disk.realpath(places.data).catch(() => places.data),
    disk.realpath(places.workspaces).catch(() => places.workspaces),
  ])
  if (isBelow(real, data) && !isBelow(real, workspaces)) throw ownData()
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && join(folder, way) === path
}

interface PrivateFile {
  folder: Identity | undefined
  name: string
  file: Identity | undefined
}

const dataFiles = ['secret.key', 'heddle.db', 'heddle.db-wal', 'heddle.db-shm', 'heddle.json5', 'owner.db']

function findPrivateFiles(disk: FolderDisk, places: HeddlePlaces): Promise<PrivateFile[]> {
  const paths = [...dataFiles.map((name) => join(places.data, name)), ...places.files]
  return Promise.all(
    paths.map(async (path) => ({
      folder: await identify(disk, dirname(path)),
      name: basename(path),
      file: await identify(disk, path),
    })),
  )
}

async function identify(disk: FolderDisk, path: string): Promise<Identity | undefined> {
  try {
    return await disk.stat(path)
  } catch {
    return undefined
  }
}

/** Some disks know one file by both; on the others nobody needs the twin. */
function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function ownData(): FolderTrouble {
  return new FolderTrouble('forbidden', 'This belongs to Heddle itself and cannot be used with file tools.')
}
