// What the store needs of the disk below it. The real one stands in real-disk.ts; the simulated world has one that
// can lose power.

import type { Connection } from './connection.ts'

export interface CheckpointResult {
  /** Someone was reading or writing, so not all could be done. */
  busy: boolean
  /** Pages in the write-ahead log, and how many of them are in the database file now. */
  logPages: number
  copiedPages: number
}

export interface Disk {
  readonly path: string
  /** The one connection that writes. */
  readonly writer: Connection
  /** A second one for reads, so that they never stand behind a transaction. */
  readonly reader: Connection
  /** Puts every commit made so far on disk. A rejection means that nobody knows what is on disk: stop. */
  syncLog(): Promise<void>
  checkpoint(mode: 'passive' | 'restart'): Promise<CheckpointResult>
  /** The size of the write-ahead log's file. */
  logBytes(): number
  close(): Promise<void>
  /** Closes and leaves the database and its log as they are, for whoever wants to look at what went wrong. */
  abandon?(): Promise<void>
}
