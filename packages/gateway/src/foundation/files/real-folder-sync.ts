// Makes sure that the names which a folder has are on disk: a file that is synced can still be lost with its name.

import { open } from 'node:fs/promises'

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
