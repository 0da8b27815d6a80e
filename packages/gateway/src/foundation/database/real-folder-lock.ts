// One process owns a data folder: an exclusive transaction on `<data>/owner.db`, which the kernel ends with the
// process, however that ends. No pid is written anywhere, so none can be stale.

import { openConnection } from './connection.ts'
import { sqliteCode } from './store-errors.ts'

export interface FolderLock {
  release(): void
}

const sqliteBusy = 5

/** Undefined when another process has the folder. */
export function takeFolderLock(path: string): FolderLock | undefined {
  const connection = openConnection(path, { pragmas: ['busy_timeout = 0'] })
  try {
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    if (sqliteCode(error) === sqliteBusy) return undefined
    throw error
  }
  return { release: () => connection.close() }
}
