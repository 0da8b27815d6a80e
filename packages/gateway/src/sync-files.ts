// Makes sure that what was written to a file, or which files a folder has, is on disk.

import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
