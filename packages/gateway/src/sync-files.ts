// Makes sure that what was written to a file, or which files a folder has, is on disk.

import { open } from 'node:fs/promises'

export { syncFolder } from './foundation/files/real-folder-sync.ts'

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
