// The storage thread: does with the database what would hold up the event loop.

import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from './connection.ts'
import type { CheckpointResult } from './disk.ts'

export type StorageQuestion =
  | { kind: 'checkpoint'; mode: 'passive' | 'restart' }
  | { kind: 'copy-to'; path: string }
  | { kind: 'check'; depth: 'quick' | 'full' }

export type StorageAnswer =
  | { id: number; value: unknown }
  | { id: number; error: { message: string; errcode?: number; code?: string } }

const { databasePath } = workerData as { databasePath: string }
const port = parentPort
if (!port) throw new Error('storage-worker.ts runs as a worker thread only')

// One connection for checkpoints stays: opening one for each would read the schema again every thousand commits.
const keeper = openConnection(databasePath, { pragmas: ['synchronous = normal', 'wal_autocheckpoint = 0'] })

port.on('message', ({ id, question }: { id: number; question: StorageQuestion }) => {
  try {
    port.postMessage({ id, value: answer(question) } satisfies StorageAnswer)
  } catch (error) {
    port.postMessage({ id, error: describe(error) } satisfies StorageAnswer)
  }
})

function answer(question: StorageQuestion): unknown {
  switch (question.kind) {
    case 'checkpoint':
      return checkpoint(question.mode)
    case 'copy-to':
      keeper.run('vacuum into ?', [question.path])
      return null
    case 'check':
      return check(question.depth)
  }
}

// Transactions wait while the log starts over. Whoever still reads from it after this long is making a backup or a
// check, and is not worth waiting for.
const restartWaitMs = 100

function checkpoint(mode: 'passive' | 'restart'): CheckpointResult {
  keeper.exec(`pragma busy_timeout = ${restartWaitMs}`)
  const [row] = keeper.all(`pragma wal_checkpoint(${mode})`, []) as {
    busy: number
    log: number
    checkpointed: number
  }[]
  if (!row) throw new Error('the checkpoint gave no answer')
  return { busy: row.busy !== 0, logPages: row.log, copiedPages: row.checkpointed }
}

/** What is wrong, one sentence each; nothing when all is well. */
function check(depth: 'quick' | 'full'): string[] {
  const pragma = depth === 'quick' ? 'quick_check(10)' : 'integrity_check(20)'
  const rows = keeper.all(`pragma ${pragma}`, []) as Record<string, string>[]
  const complaints = rows.flatMap((row) => Object.values(row)).filter((text) => text !== 'ok')
  if (depth === 'quick') return complaints
  const broken = keeper.all('pragma foreign_key_check', []) as { table: string }[]
  return [...complaints, ...broken.map((row) => `a row of ${row.table} points at nothing`)]
}

function describe(error: unknown): { message: string; errcode?: number; code?: string } {
  if (!(error instanceof Error)) return { message: String(error) }
  const { errcode, code } = error as { errcode?: number; code?: string }
  return {
    message: error.message,
    ...(errcode !== undefined && { errcode }),
    ...(code !== undefined && { code }),
  }
}
