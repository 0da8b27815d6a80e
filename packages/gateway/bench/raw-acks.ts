// Commits with nothing around them: raw node:sqlite by the same recipe as our store, beside which durable work is measured.

import { closeSync, fdatasync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

export const ackSchema = `create table if not exists acks (
  id text primary key, writer integer not null, body text not null, created_at integer not null
) strict, without rowid`
export const ackBody = 'x'.repeat(300)

type Ack = (writer: number) => Promise<void>

/** So many at once for so long; says how often. */
export async function drive(ack: Ack, writers: number, ms: number): Promise<number> {
  const until = performance.now() + ms
  let acks = 0
  const write = async (writer: number) => {
    while (performance.now() < until) {
      await ack(writer)
      acks++
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return acks
}

let counter = 0
// Time-ordered, as the product's own ids are.
export const nextAckId = () => `${Date.now().toString(36)}-${(counter++).toString(36).padStart(8, '0')}`

/** What one transaction writes; prepared once. */
export type PrepareWrite = (db: DatabaseSync) => (writer: number) => void

const prepareAck: PrepareWrite = (db) => {
  db.exec(ackSchema)
  const insert = db.prepare('insert into acks (id, writer, body, created_at) values (?, ?, ?, ?)')
  return (writer) => void insert.run(nextAckId(), writer, ackBody, Date.now())
}

/** The recipe and nothing else: one connection, prepared statements, shared fdatasync, checkpoints in a thread. */
export function openRaw(path: string, prepareWrite: PrepareWrite = prepareAck) {
  const db = new DatabaseSync(path)
  for (const pragma of ['journal_mode=wal', 'synchronous=normal', 'wal_autocheckpoint=0'])
    db.exec(`pragma ${pragma}`)
  const write = prepareWrite(db)
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  const log = openSync(`${path}-wal`, 'r+')
  const checkpointer = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     const { DatabaseSync } = require('node:sqlite')
     const db = new DatabaseSync(workerData)
     db.exec('pragma synchronous=normal')
     parentPort.on('message', (mode) => parentPort.postMessage(db.prepare('pragma wal_checkpoint(' + mode + ')').get().log))`,
    { eval: true, workerData: path },
  )
  let commits = 0
  let busy = false
  let pause: Promise<void> | undefined
  let resume = () => {}
  checkpointer.on('message', (pages: number) => {
    if (!pause && pages * 4120 > 32 * 1_048_576) {
      pause = new Promise((resolve) => {
        resume = resolve
      })
      checkpointer.postMessage('restart')
      return
    }
    busy = false
    pause = undefined
    resume()
  })

  let waiting: (() => void)[] = []
  let syncing = false
  const sync = () => {
    syncing = true
    const served = waiting
    waiting = []
    fdatasync(log, (error) => {
      if (error) throw error
      for (const wake of served) wake()
      if (waiting.length > 0) sync()
      else syncing = false
    })
  }

  return {
    async ack(writer: number) {
      while (pause) await pause
      begin.run()
      write(writer)
      commit.run()
      if (++commits % 1_000 === 0 && !busy) {
        busy = true
        checkpointer.postMessage('passive')
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (!syncing) sync()
      })
    },
    logBytes: () => 0,
    async close() {
      await checkpointer.terminate()
      db.close()
      closeSync(log)
    },
  }
}
