// A real store on a real disk in a folder of its own, with a clock that stands still until it is told and chance that
// comes from a seed. About half of its transactions run twice, because they must be able to.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cancel, Clock } from '../src/foundation/clock.ts'
import type { Disk } from '../src/foundation/database/disk.ts'
import { openRealDisk } from '../src/foundation/database/real-disk.ts'
import { createStore, type Store } from '../src/foundation/database/store.ts'
import { createIds, type Ids } from '../src/foundation/ids.ts'
import type { Random } from '../src/foundation/random.ts'
import { preparedDatabase } from './prepared-database.ts'

export interface TestStore extends AsyncDisposable {
  store: Store
  clock: TestClock
  random: Random
  ids: Ids
  folder: string
  close(): Promise<void>
}

export interface TestStoreOptions {
  seed?: number
  startMs?: number
  /** 0: no transaction runs twice. */
  runTwiceShare?: number
}

export function openTestStore(options: TestStoreOptions = {}): TestStore {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  const clock = createTestClock(options.startMs)
  const random = createSeededRandom(options.seed ?? 1)
  const twice = createSeededRandom((options.seed ?? 1) + 1)
  const path = join(folder, 'heddle.db')
  writeFileSync(path, preparedDatabase())
  const disk = openUnsyncedDisk(path)
  const store = createStore({
    disk,
    clock,
    onBroken(error) {
      throw error
    },
    runTwice: () => twice.fraction() < (options.runTwiceShare ?? 0.5),
  })

  async function close(): Promise<void> {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }

  return {
    store,
    clock,
    random,
    ids: createIds({ clock, random }),
    folder,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * It waits for no disk: what is lost with the power is a matter of the world and of the disk's own suite. That a sync comes
 * later than its commit stays.
 */
function openUnsyncedDisk(path: string): Disk {
  const disk = openRealDisk(path, 'group')
  disk.writer.exec('pragma synchronous = off')
  return { ...disk, syncLog: () => new Promise((resolve) => void setImmediate(resolve)) }
}

export interface TestClock extends Clock {
  /** Moves both clocks and runs the timers that come due, in their order. */
  advance(ms: number): void
}

export function createTestClock(startMs: number = Date.UTC(2026, 0, 5, 9)): TestClock {
  let passedMs = 0
  let timers: { dueMs: number; fn: () => void }[] = []

  function timer(ms: number, fn: () => void): Cancel {
    const entry = { dueMs: passedMs + Math.max(0, ms), fn }
    timers.push(entry)
    return () => {
      timers = timers.filter((other) => other !== entry)
    }
  }

  function advance(ms: number): void {
    const endMs = passedMs + ms
    for (;;) {
      const [next] = timers.filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)
      if (!next) break
      timers = timers.filter((other) => other !== next)
      passedMs = next.dueMs
      next.fn()
    }
    passedMs = endMs
  }

  return {
    wall: () => startMs + passedMs,
    mono: () => passedMs,
    timer,
    soon: (fn) => void setImmediate(fn),
    advance,
  }
}

/** The same numbers for the same seed (mulberry32). For tests only: it can be predicted. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0

  function next32(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  return {
    bytes: (count) => Uint8Array.from({ length: count }, () => next32() & 255),
    fraction: () => next32() / 2 ** 32,
  }
}
