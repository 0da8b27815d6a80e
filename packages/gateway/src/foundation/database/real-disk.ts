// SQLite on the machine's disk: write-ahead log, one asynchronous fdatasync of it for many commits, checkpoints in a
// worker thread.
//
// The log is opened through fs only to sync it. The database and its -shm file are never opened that way in this
// process: closing such a descriptor would drop SQLite's own locks on the file.

import { close, fdatasync, fstatSync, openSync, statSync } from 'node:fs'
import { openConnection } from './connection.ts'
import type { CheckpointResult, Disk } from './disk.ts'
import { createStorageWorker, type StorageWorker } from './storage-worker-client.ts'

export type Durability = 'group' | 'full'

const sharedPragmas = ['trusted_schema = off', 'temp_store = memory', 'cache_size = -8000'] as const

export interface RealDisk extends Disk {
  /** The thread for whatever takes long: checkpoints, backups, checks. Started when first used. */
  readonly worker: StorageWorker
}

export function openRealDisk(path: string, durability: Durability): RealDisk {
  const writer = openConnection(path, {
    pragmas: [
      'journal_mode = wal',
      `synchronous = ${durability === 'full' ? 'full' : 'normal'}`,
      'wal_autocheckpoint = 0',
      'foreign_keys = on',
      ...sharedPragmas,
    ],
  })
  const reader = openConnection(path, { readOnly: true, pragmas: sharedPragmas })
  const worker = createStorageWorker(path)
  const logPath = `${path}-wal`
  let log: number | undefined

  async function syncLog(): Promise<void> {
    if (durability === 'full') return
    // Opened after the first write, because only that makes the file; kept until the end.
    log ??= openSync(logPath, 'r+')
    const descriptor = log
    await new Promise<void>((resolve, reject) => {
      fdatasync(descriptor, (error) => (error ? reject(error) : resolve()))
    })
  }

  function logBytes(): number {
    if (log !== undefined) return fstatSync(log).size
    return statSync(logPath, { throwIfNoEntry: false })?.size ?? 0
  }

  return {
    path,
    writer,
    reader,
    worker,
    syncLog,
    logBytes,
    checkpoint: (mode) => worker.ask<CheckpointResult>({ kind: 'checkpoint', mode }),
    async close() {
      await worker.close()
      reader.close()
      // The last connection to close brings the database file up to date and removes the log.
      writer.close()
      const descriptor = log
      log = undefined
      if (descriptor !== undefined) await new Promise<void>((resolve) => close(descriptor, () => resolve()))
    },
  }
}
