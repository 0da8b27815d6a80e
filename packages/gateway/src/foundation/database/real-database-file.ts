// A database file that nobody has open yet, looked at without changing a byte of it or of the log beside it: SQLite
// copies the log into the file and removes it when a connection that may write is closed, however damaged the file is.
//
// Only for a process that has no connection to the file: closing a descriptor drops every lock the process has on it.

import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { type Connection, openConnection } from './connection.ts'
import { schemaVersion } from './migrate.ts'

export interface FileHealth {
  /** What is wrong; undefined when nothing was found. */
  damage: string | undefined
  schema: number
  /** Only a connection that may write can tell. */
  isUnknown?: boolean
}

/** Reads every page, or with 'head' only what is needed to open it. Throws what SQLite throws at damage. */
export function lookAtDatabaseFile(path: string, depth: 'pages' | 'head'): FileHealth {
  const logBytes = sizeOf(`${path}-wal`)
  if (sizeOf(path) === 0) {
    return { damage: logBytes > 0 ? 'the file is empty, but has a log beside it' : undefined, schema: 0 }
  }
  if (!looksLikeDatabase(path)) return { damage: 'the file does not begin like a database', schema: 0 }
  // Someone was killed while making it, which only a connection that may write can undo. There is no log then.
  if (sizeOf(`${path}-journal`) > 0) return { damage: undefined, schema: 0, isUnknown: true }
  // Without a log a plain connection would make one, and leave it behind.
  const db = openConnection(path, { readOnly: true, immutable: logBytes === 0 })
  try {
    return { damage: depth === 'pages' ? quickCheck(db)[0] : undefined, schema: schemaVersion(db) }
  } finally {
    db.close()
  }
}

export function looksLikeDatabase(path: string): boolean {
  const head = Buffer.alloc(16)
  const file = openSync(path, 'r')
  try {
    return readSync(file, head, 0, 16, 0) === 16 && head.toString('latin1') === 'SQLite format 3\0'
  } finally {
    closeSync(file)
  }
}

/** What is wrong with its pages, a few sentences at most. */
export function quickCheck(db: Connection): string[] {
  const rows = db.all('pragma quick_check(3)', []) as { quick_check: string }[]
  return rows.map((row) => row.quick_check).filter((text) => text !== 'ok')
}

/** The bytes of the database with its log; looked up by name, so no lock is touched. */
export function databaseFileBytes(path: string): number {
  return sizeOf(path) + sizeOf(`${path}-wal`)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
