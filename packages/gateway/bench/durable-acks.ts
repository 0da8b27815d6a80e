// Durable acknowledgements a second: our store beside raw node:sqlite with the same recipe, in turns in the same run,
// so that both meet the same neighbours on the machine.

import { closeSync, fdatasync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { compileOnce, queriesOver } from '../src/foundation/database/query.ts'
import { openRealDisk } from '../src/foundation/database/real-disk.ts'
import { createStore } from '../src/foundation/database/store.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { type Benchmark, type Figure, median } from './benchmark.ts'

const schema = `create table if not exists acks (
  id text primary key, writer integer not null, body text not null, created_at integer not null
) strict, without rowid`
const body = 'x'.repeat(300)

const rounds = 5
const roundMs = 1_500
const mebibyte = 1_048_576

export const durableAcks: Benchmark = {
  name: 'durable-acks',
  about:
    'acknowledged commits a second, beside raw node:sqlite with the same recipe (median of five, in turns)',
  async run(progress) {
    const figures: Figure[] = []
    for (const writers of [1, 10, 50]) {
      const ours: AckRun[] = []
      const raw: AckRun[] = []
      for (let i = 0; i < rounds; i++) {
        progress(`${writers} writers, round ${i + 1} of ${rounds}`)
        raw.push(await runAcks('raw', writers, roundMs))
        ours.push(await runAcks('heddle', writers, roundMs))
      }
      figures.push({
        what: `acks with ${writers} writers`,
        value: median(ours.map((run) => run.acksPerSecond)),
        unit: '/s',
        baseline: median(raw.map((run) => run.acksPerSecond)),
        // With one writer both wait for the disk; the ratio says something only when there is something to share.
        ...(writers > 1 && { bound: { kind: 'ratio at least', limit: 0.6 } as const }),
      })
      if (writers === 1) continue
      figures.push(
        worst(
          `loop delay p99 with ${writers} writers`,
          'ms',
          20,
          ours.map((run) => run.delayP99Ms),
        ),
        worst(
          `loop delay max with ${writers} writers`,
          'ms',
          60,
          ours.map((run) => run.delayMaxMs),
        ),
        worst(
          `log size with ${writers} writers`,
          'MiB',
          64,
          ours.map((run) => run.logBytes / mebibyte),
        ),
      )
    }
    return figures
  },
}

/** The bound is on the worst of the rounds: a stall that one round has is a stall. */
function worst(what: string, unit: string, limit: number, values: readonly number[]): Figure {
  const note = `median ${median(values).toFixed(1)}`
  return { what, value: Math.max(...values), unit, bound: { kind: 'at most', limit }, note }
}

interface AckRun {
  acksPerSecond: number
  delayP99Ms: number
  delayMaxMs: number
  logBytes: number
}

type Ack = (writer: number) => Promise<void>

async function runAcks(kind: 'heddle' | 'raw', writers: number, ms: number): Promise<AckRun> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const path = join(folder, 'acks.db')
  const subject = kind === 'heddle' ? openHeddle(path) : openRaw(path)
  await drive(subject.ack, writers, 300)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let logBytes = 0
  const looking = setInterval(() => {
    logBytes = Math.max(logBytes, subject.logBytes())
  }, 50)
  delay.enable()
  const startedMs = performance.now()
  const acks = await drive(subject.ack, writers, ms)
  const seconds = (performance.now() - startedMs) / 1000
  delay.disable()
  clearInterval(looking)
  await subject.close()
  rmSync(folder, { recursive: true })
  return {
    acksPerSecond: acks / seconds,
    delayP99Ms: delay.percentile(99) / 1e6,
    delayMaxMs: delay.max / 1e6,
    logBytes,
  }
}

async function drive(ack: Ack, writers: number, ms: number): Promise<number> {
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
const nextId = () => `${Date.now().toString(36)}-${(counter++).toString(36).padStart(8, '0')}`

function openHeddle(path: string) {
  const disk = openRealDisk(path, 'group')
  disk.writer.exec(schema)
  const store = createStore({
    disk,
    clock: createRealClock(),
    onBroken: (error) => {
      throw error
    },
  })
  interface Tables {
    acks: { id: string; writer: number; body: string; created_at: number }
  }
  const insert = compileOnce<Tables['acks'], unknown>((place) =>
    queriesOver<Tables>()
      .insertInto('acks')
      .values({
        id: place('id'),
        writer: place('writer'),
        body: place('body'),
        created_at: place('created_at'),
      }),
  )
  return {
    async ack(writer: number) {
      await store.tx((t) => t.run(insert({ id: nextId(), writer, body, created_at: t.now })))
      await store.durable()
    },
    logBytes: () => disk.logBytes(),
    close: () => store.close(),
  }
}

/** The recipe and nothing else: one connection, prepared statements, shared fdatasync, checkpoints in a thread. */
function openRaw(path: string) {
  const db = new DatabaseSync(path)
  for (const pragma of ['journal_mode=wal', 'synchronous=normal', 'wal_autocheckpoint=0'])
    db.exec(`pragma ${pragma}`)
  db.exec(schema)
  const begin = db.prepare('begin immediate')
  const insert = db.prepare('insert into acks (id, writer, body, created_at) values (?, ?, ?, ?)')
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
      insert.run(nextId(), writer, body, Date.now())
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
