// Durable acknowledgements a second: our store beside raw node:sqlite with the same recipe, in turns in the same run,
// so that both meet the same neighbours on the machine.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { compileOnce, queriesOver } from '../src/foundation/database/query.ts'
import { openRealDisk } from '../src/foundation/database/real-disk.ts'
import { createStore } from '../src/foundation/database/store.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { type Benchmark, type Figure, median } from './benchmark.ts'
import { ackBody, ackSchema, drive, nextAckId, openRaw } from './raw-acks.ts'

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

function openHeddle(path: string) {
  const disk = openRealDisk(path, 'group')
  disk.writer.exec(ackSchema)
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
      await store.tx((t) => t.run(insert({ id: nextAckId(), writer, body: ackBody, created_at: t.now })))
      await store.durable()
    },
    logBytes: () => disk.logBytes(),
    close: () => store.close(),
  }
}
