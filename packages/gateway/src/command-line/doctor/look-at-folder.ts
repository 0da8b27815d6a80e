// The data folder's rights, and the room on its disk.

import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DataFolder, freeBytes, roomBytesMin } from '../../data-folder.ts'
import { tellBytes } from '../tell-time.ts'
import { fail, type Finding, ok, warn } from './finding.ts'

const what = 'data folder'
const roomBytesWanted = 500 * 1_048_576

export function lookAtFolder(folder: DataFolder): Finding {
  const { path } = folder
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return ok(what, `${path} is not there yet; the first start makes it`)
  if (!stat.isDirectory()) return fail(what, `${path} is a file`, 'Name another folder with --data.')
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return fail(what, `${path} cannot be read and written (${code})`, 'Give it to the user that runs Heddle.')
  }
  const open = [path, folder.database, folder.secretKey, folder.config].filter(isOpenToOthers)
  if (open.length > 0) return warn(what, 'other users can read parts of it', `chmod go= ${open.join(' ')}`)
  return ok(what, path)
}

export function lookAtDisk(folder: DataFolder): Finding[] {
  let place = folder.path
  while (!existsSync(place)) place = dirname(place)
  const free = freeBytes(place)
  const text = `${tellBytes(free)} free`
  if (free < roomBytesMin) return [fail('disk', text, 'Free some space: nothing can be saved.')]
  if (free < roomBytesWanted)
    return [warn('disk', text, 'Free some space soon; a backup needs as much as the database.')]
  return [ok('disk', text)]
}

function isOpenToOthers(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && (stat.mode & 0o077) !== 0
}
