// Makes the folder that Heddle gives to an agent which has none configured. A configured one is never made: that it is
// missing is somebody's mistake, and making it would hide it.

import { dirname, resolve } from 'node:path'
import type { FolderDisk } from './folder-disk.ts'
import type { HeddlePlaces } from './real-forbidden-places.ts'
import { tellFolderError } from './tell-folder-error.ts'

const forOwnerAlone = 0o700

export async function makeOwnWorkspace(disk: FolderDisk, places: HeddlePlaces, path: string): Promise<void> {
  if (dirname(resolve(path)) !== resolve(places.workspaces)) return
  try {
    await disk.mkdir(path, { recursive: true, mode: forOwnerAlone })
  } catch (error) {
    throw tellFolderError(error, [])
  }
}
