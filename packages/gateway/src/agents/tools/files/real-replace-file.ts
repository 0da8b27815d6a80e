// Puts a new file in the place of an old one, whole or not at all: it is written beside it, synced, and renamed.

import { randomBytes } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import type { DiskFile } from './folder-disk.ts'
import { showPath } from './parse-path.ts'
import type { Root } from './real-find-place.ts'
import { type HeldFolder, lookAt } from './real-held-folder.ts'
import { type FolderPath, FolderTrouble } from './workspace-folder.ts'

export async function replaceFile(
  root: Root,
  folder: HeldFolder,
  path: FolderPath,
  name: string,
  bytes: Uint8Array,
  over: string | null,
): Promise<void> {
  const { disk } = root
  const there = await lookAt(disk, folder, name)
  await root.forbidden.judgeFile(folder, name, there)
  judgeReplaced(path, there, over)
  // A name of its own: after a crash in the middle it lies there as what it is, and is in nobody's way.
  const temporary = `.${name.slice(0, 40)}.${randomBytes(8).toString('hex')}.heddle-part`
  const handle = await disk.open(
    folder.at(temporary),
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
    0o666,
  )
  try {
    try {
      await folder.confirm(temporary, await handle.stat())
      await handle.write(bytes)
      if (there) await keepRights(handle, there)
      await handle.sync()
    } finally {
      await handle.close()
    }
    judgeReplaced(path, await lookAt(disk, folder, name), over)
    await disk.rename(folder.at(temporary), folder.at(name))
  } catch (error) {
    await disk.unlink(folder.at(temporary)).catch(() => undefined)
    throw error
  }
  await folder.sync()
}

function judgeReplaced(path: FolderPath, there: BigIntStats | undefined, over: string | null): void {
  if (there && !there.isFile()) throw noFile(path, there)
  if ((there === undefined ? null : versionOf(there)) !== over) {
    throw new FolderTrouble('changed', `"${showPath(path)}" was changed in the meantime; read it again.`)
  }
  if (there === undefined) return
  // The other name may lie outside; and whoever made it wants one file, not two.
  if (there.nlink > 1n) {
    throw new FolderTrouble(
      'not_allowed',
      `"${showPath(path)}" has a second name (a hard link) and is not written.`,
    )
  }
  if ((there.mode & 0o222n) === 0n) {
    throw new FolderTrouble('not_allowed', `"${showPath(path)}" is read-only.`)
  }
}

async function keepRights(handle: DiskFile, there: BigIntStats): Promise<void> {
  const made = await handle.stat()
  if (made.uid !== there.uid || made.gid !== there.gid) {
    // Only root may; for others the file is theirs from now on.
    await handle.chown(Number(there.uid), Number(there.gid)).catch(() => undefined)
  }
  await handle.chmod(Number(there.mode & 0o777n))
}

export function versionOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':')
}

export function noFile(path: FolderPath, stat: BigIntStats): FolderTrouble {
  const what = stat.isDirectory() ? 'is a folder, not a file' : 'is not a file that can be read or written'
  return new FolderTrouble('not_a_file', `"${showPath(path)}" ${what}.`)
}
