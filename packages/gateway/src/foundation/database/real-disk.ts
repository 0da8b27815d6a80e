// SQLite on the machine's disk: write-ahead log, one asynchronous fdatasync of it for many commits, checkpoints in a
// worker thread.
//
// The log is opened through fs only to sync it. The database and its -shm file are never opened that way in this
// process: closing such a descriptor would drop SQLite's own locks on the file.

import { close, fdatasync, fstatSync, openSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Connection, openConnection } from './connection.ts'
import type { CheckpointResult, Disk } from './disk.ts'
import { createStorageWorker, type StorageWorker } from './storage-worker-client.ts'

export type Durability = 'group' | 'full'

const sharedPragmas = ['trusted_schema = off', 'temp_store = memory', 'cache_size = -8000'] as const

export interface RealDisk extends Disk {
  /** The way in force; 'full' also where 'group' was asked for and cannot be had. */
  readonly durability: Durability
  /** The thread for whatever takes long: backups, checks. Started when first used. */
  readonly worker: StorageWorker
}

export function openRealDisk(path: string, asked: Durability): RealDisk {
  const writer = openConnection(path, {
    pragmas: [
      'journal_mode = wal',
      `synchronous = ${asked === 'full' ? 'full' : 'normal'}`,
      'wal_autocheckpoint = 0',
      'foreign_keys = on',
      ...sharedPragmas,
    ],
  })
  const reader = openConnection(path, { readOnly: true, pragmas: sharedPragmas })
  const worker = createStorageWorker(path)
  // A thread of its own: behind a backup the log would grow until new transactions are held back for it.
  const checkpointer = createStorageWorker(path)
  const logPath = `${path}-wal`
  // Kept until the end. Where the log cannot be opened beside SQLite, each commit syncs by itself instead.
  let log = asked === 'group' ? openLog(writer, logPath) : undefined
  const durability: Durability = log === undefined ? 'full' : 'group'
  if (durability !== asked) writer.exec('pragma synchronous = full')

  let folderIsSynced = false

  async function syncLog(): Promise<void> {
    const descriptor = log
    if (descriptor === undefined) return
    // Syncing a new file does not promise that its name is on disk; without the name the log is lost all the same.
    if (!folderIsSynced) await syncFolder(dirname(path))
    folderIsSynced = true
    await new Promise<void>((resolve, reject) => {
      fdatasync(descriptor, (error) => (error ? reject(error) : resolve()))
    })
  }

  function logBytes(): number {
    if (log !== undefined) return fstatSync(log).size
    return statSync(logPath, { throwIfNoEntry: false })?.size ?? 0
  }

  async function closeWorkers(): Promise<void> {
    await Promise.all([worker.close(), checkpointer.close()])
  }

  async function closeLog(): Promise<void> {
    const descriptor = log
    log = undefined
    if (descriptor !== undefined) await new Promise<void>((resolve) => close(descriptor, () => resolve()))
  }

  return {
    path,
    durability,
    writer,
    reader,
    worker,
    syncLog,
    logBytes,
    checkpoint: (mode) => checkpointer.ask<CheckpointResult>({ kind: 'checkpoint', mode }),
    async close() {
      await closeWorkers()
      reader.close()
      // The last connection to close brings the database file up to date and removes the log.
      writer.close()
      await closeLog()
    },
    async abandon() {
      await closeWorkers()
      holdOn(reader)
      // Not the last one, so it leaves the log alone; and the last one cannot write.
      writer.close()
      reader.close()
      await closeLog()
    },
  }
}

// A connection takes its place beside the others with its first look into the file.
function holdOn(reader: Connection): void {
  try {
    reader.all('select name from sqlite_schema limit 1', [])
  } catch {
    // Damaged where it looked; it has its place all the same.
  }
}

/** Undefined where the system does not let us. */
function openLog(writer: Connection, logPath: string): number | undefined {
  // A look into the database makes SQLite create its log, if there is none yet.
  writer.all('select name from sqlite_schema limit 1', [])
  try {
    return openSync(logPath, 'r+')
  } catch {
    return undefined
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
