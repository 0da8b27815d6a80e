// Does something with a data folder that nobody else may use meanwhile.

import { type DataFolder, FolderInUse } from '../data-folder.ts'
import { takeFolderLock } from '../foundation/database/real-folder-lock.ts'

export async function withFolderLock<T>(folder: DataFolder, fn: () => Promise<T>): Promise<T> {
  const lock = takeFolderLock(folder.owner)
  if (!lock) throw new FolderInUse(folder.path)
  try {
    return await fn()
  } finally {
    lock.release()
  }
}
