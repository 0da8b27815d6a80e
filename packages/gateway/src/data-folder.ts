// The one folder that holds everything: where each thing lies in it, and whether it can be used at all. What is wrong
// is said in one sentence, before anything is opened or changed.

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
  statfsSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Environment } from './config-environment.ts'

export interface DataFolder {
  readonly path: string
  readonly database: string
  /** Whose exclusive transaction is the lock on the folder. */
  readonly owner: string
  readonly config: string
  readonly secretKey: string
  readonly logs: string
  readonly backups: string
  /** The bytes of files, each under its hash. */
  readonly files: string
  /** The folders of agents that have none configured. */
  readonly workspaces: string
}

/** The folder cannot be used as it is. The message is one sentence for the person who chose it. */
export class FolderUnusable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FolderUnusable'
  }
}

export class DiskFull extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DiskFull'
  }
}

/** Another process owns the folder and does not answer commands. */
export class FolderInUse extends Error {
  constructor(path: string) {
    super(
      `Another Heddle is using the data folder ${path}; stop it first, or choose another folder with --data.`,
    )
    this.name = 'FolderInUse'
  }
}

/** Below this a start would fail half-way: the store's first files need about a third of it. */
export const roomBytesMin = 1_048_576

// Kernels keep a socket's path in a fixed field, 104 bytes on some and 108 on others, with a zero at its end.
const socketPathBytesMax = 103

export function chooseDataFolder(options: { flag?: string; env: Environment; cwd: string }): string {
  return resolve(options.cwd, options.flag ?? (options.env['HEDDLE_DATA'] || '.heddle'))
}

export function describeDataFolder(path: string): DataFolder {
  return {
    path,
    database: join(path, 'heddle.db'),
    owner: join(path, 'owner.db'),
    config: join(path, 'heddle.json5'),
    secretKey: join(path, 'secret.key'),
    logs: join(path, 'logs'),
    backups: join(path, 'backups'),
    files: join(path, 'files'),
    workspaces: join(path, 'workspaces'),
  }
}

/** Makes the folder if there is none. Every file made from now on is for its owner alone. */
export function openDataFolder(path: string): DataFolder {
  process.umask(0o077)
  const folder = describeDataFolder(path)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const stat = statSync(path)
    if (!stat.isDirectory()) throw notAFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    closeToOthers(folder, stat)
    probe(path)
  } catch (error) {
    throw explainFolderError(error, path)
  }
  return folder
}

/** A sentence for an error that came from using the folder's files; other errors come back as they are. */
export function explainFolderError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return notAFolder(path)
    case 'EACCES':
    case 'EPERM':
      return new FolderUnusable(
        `This user may not read and write the data folder ${path}; give it to the user that runs Heddle, or choose another with --data.`,
      )
    case 'EROFS':
      return new FolderUnusable(
        `The data folder ${path} lies on a read-only disk; choose another with --data.`,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(path)
    case 'ENOENT':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return new FolderUnusable(
        `The data folder ${path} cannot be made (${code}); choose another with --data.`,
      )
    default:
      return error
  }
}

/** A path that fits into a socket address: whole, or as seen from where the process stands. */
export function chooseSocketPath(folderPath: string, cwd: string): string {
  const whole = join(folderPath, 'heddle.sock')
  const seen = relative(cwd, whole)
  for (const path of [whole, seen]) {
    if (Buffer.byteLength(path) <= socketPathBytesMax) return path
  }
  throw new FolderUnusable(
    `The path of the data folder ${folderPath} is too long for a socket (${socketPathBytesMax} bytes); use a shorter one.`,
  )
}

export function freeBytes(path: string): number {
  const disk = statfsSync(path)
  return disk.bavail * disk.bsize
}

function notAFolder(path: string): FolderUnusable {
  return new FolderUnusable(`The data folder ${path} is a file, not a folder; choose another with --data.`)
}

function diskFull(path: string): DiskFull {
  return new DiskFull(`The disk of the data folder ${path} is full; free some space and start again.`)
}

// A folder that someone made beforehand is ours once it holds our files, or nothing. One with other things in it
// (someone's home, say) keeps its rights; our files in it are closed all the same.
function closeToOthers(folder: DataFolder, stat: Stats): void {
  if ((stat.mode & 0o077) === 0 || stat.uid !== process.getuid?.()) return
  const ours =
    existsSync(folder.database) || existsSync(folder.config) || readdirSync(folder.path).length === 0
  if (ours) chmodSync(folder.path, 0o700)
}

// Rights can be right and writing still fail: a full disk, no inodes left, a quota.
function probe(path: string): void {
  if (freeBytes(path) < roomBytesMin) throw diskFull(path)
  const file = join(path, `.probe-${process.pid}`)
  const descriptor = openSync(file, 'w', 0o600)
  try {
    writeSync(descriptor, Buffer.alloc(4_096))
  } finally {
    closeSync(descriptor)
    unlinkSync(file)
  }
}
