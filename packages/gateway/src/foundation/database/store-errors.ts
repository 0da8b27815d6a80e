// Tells apart what a failing database means for the caller: full (nothing was saved, go on), or broken (stop).

import { refused } from '@heddle/contract'

/** The store can no longer be trusted; the process must end. */
export class StoreBroken extends Error {
  readonly kind: 'sync' | 'damaged' | 'io' | 'closed'
  constructor(kind: StoreBroken['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreBroken'
    this.kind = kind
  }
}

const sqliteIoError = 10
const sqliteCorrupt = 11
const sqliteFull = 13
const sqliteReadonly = 8
const sqliteCantOpen = 14
const sqliteNotADatabase = 26

/** The primary result code of an error from SQLite, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined
  return error.errcode & 0xff
}

export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === sqliteCorrupt || code === sqliteNotADatabase
}

export function isDiskFull(error: unknown): boolean {
  return (
    sqliteCode(error) === sqliteFull || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
  )
}

export function isUnwritable(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === sqliteReadonly || code === sqliteCantOpen
}

/** What a caller gets to see for an error from inside a transaction. */
export function explainStoreError(error: unknown): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  const message = error instanceof Error ? error.message : String(error)
  if (code === sqliteFull) return refused('disk_full')
  if (isDamage(error)) return new StoreBroken('damaged', `the database is damaged: ${message}`, error)
  if (code === sqliteIoError || isUnwritable(error)) {
    return new StoreBroken('io', `the database cannot be read or written: ${message}`, error)
  }
  return error
}
