// The store: one transaction at a time, reads beside it, and a promise that says when what was committed is on disk.
//
// Committed is not yet durable: other transactions and reads see a commit at once, the disk has it only when
// `durable()` resolves. Whoever lets something leave the program (an answer, a frame, a request) awaits it first.

import type { Clock } from '../clock.ts'
import type { Connection } from './connection.ts'
import type { Disk } from './disk.ts'
import { createDurability } from './durability.ts'
import { createLogKeeper, type LogLimits } from './log-keeper.ts'
import type { Compilable } from './query.ts'
import { explainStoreError, StoreBroken } from './store-errors.ts'
import { createStoreTime } from './store-time.ts'

export interface Reader {
  all<Row>(query: Compilable<Row>): Promise<Row[]>
  /** The first row, or undefined. */
  one<Row>(query: Compilable<Row>): Promise<Row | undefined>
}

export interface Tx extends Reader {
  /** How many rows it changed. */
  run(query: Compilable<unknown>): Promise<number>
  /** The time of this transaction: one value throughout, never before that of an earlier transaction. */
  readonly now: number
  /** Runs as the last part of this transaction, in the order given; it may ask for more of it. */
  beforeCommit(fn: () => Promise<void>): void
  /** Runs after the commit, if there is one. It must not throw. */
  afterCommit(fn: () => void): void
  /** It was undone by a `Redo`, and runs once more: whoever threw that does otherwise now. */
  readonly isRedone: boolean
}

/** Thrown inside a transaction: it is undone, and run once more from the start. */
export class Redo extends Error {
  override readonly name = 'Redo'
}

export interface Store {
  /** Awaits nothing but the database inside, and may run twice: no effect but on the database. */
  tx<T>(fn: (t: Tx) => Promise<T>): Promise<T>
  /** Each query sees the newest commit, durable or not. */
  read<T>(fn: (r: Reader) => Promise<T>): Promise<T>
  /** Resolves when everything committed before the call is on disk. */
  durable(): Promise<void>
  /** The time that a transaction begun now would have. */
  now(): number
  figures(): StoreFigures
  /** Lets the running transaction and sync end, then closes. */
  close(): Promise<void>
}

export interface StoreFigures {
  commits: number
  syncs: number
  syncMs: number
  commitMs: number
  checkpoints: number
  logBytes: number
  waitingTransactions: number
}

/** Points at which a simulated world may break things. In production there is none. */
export type FaultPoint = (name: string) => void

export interface StoreDeps {
  disk: Disk
  clock: Clock
  /** The newest time on record, which no transaction may go back behind. */
  notBeforeMs?: number
  /** Runs at the end of each transaction that changed something, as a part of it. */
  beforeCommit?(t: Tx): Promise<void>
  /** Called once, when the store can no longer be trusted. The process must end. */
  onBroken(error: StoreBroken): void
  fault?: FaultPoint
  /** Says whether to run this transaction once more from the start, to prove that it may. */
  runTwice?: () => boolean
  /** Smaller ones let a simulated world see the log start over often. */
  logLimits?: LogLimits
}

export function createStore(deps: StoreDeps): Store {
  const { disk, clock } = deps
  const fault = deps.fault ?? (() => undefined)
  const now = createStoreTime(clock, deps.notBeforeMs ?? 0)
  const waiting: (() => void)[] = []
  let busy = false
  let closing = false
  let broken: StoreBroken | undefined
  let commits = 0
  let commitMs = 0

  function fail(error: StoreBroken): void {
    if (broken) return
    broken = error
    durability.fail(error)
    deps.onBroken(error)
  }

  const durability = createDurability({ sync: () => disk.syncLog(), onFailed: fail, clock, fault })
  const logKeeper = createLogKeeper({ disk, limits: deps.logLimits, onFailed: fail })

  async function tx<T>(fn: (t: Tx) => Promise<T>): Promise<T> {
    if (busy) await new Promise<void>((resolve) => waiting.push(resolve))
    busy = true
    try {
      const pause = logKeeper.pause()
      if (pause) await pause
      assertUsable()
      if (deps.runTwice?.()) {
        await runOnce(fn, 'rollback').catch(() => undefined)
        assertUsable()
      }
      return await runOnce(fn, 'commit').catch((error: unknown) => {
        if (!(error instanceof Redo)) throw error
        assertUsable()
        return runOnce(fn, 'commit', true)
      })
    } finally {
      passOn()
    }
  }

  // The next one in line inherits the right to run; letting go of it first would let a newcomer slip in between.
  function passOn(): void {
    const next = waiting.shift()
    if (next) next()
    else busy = false
  }

  async function runOnce<T>(
    fn: (t: Tx) => Promise<T>,
    end: 'commit' | 'rollback',
    isRedone = false,
  ): Promise<T> {
    const startedMs = clock.mono()
    const t = new Transaction(disk.writer, now(), isRedone)
    try {
      disk.writer.run('begin immediate', noParameters)
      const value = await fn(t)
      await t.complete()
      if (t.changed) await deps.beforeCommit?.(t)
      t.over = true
      fault('tx.before-commit')
      disk.writer.run(end, noParameters)
      if (end === 'rollback') return value
      commits++
      commitMs += clock.mono() - startedMs
      durability.committed()
      logKeeper.committed()
      fault('tx.after-commit')
      t.settle()
      return value
    } catch (error) {
      t.over = true
      throw abandon(error)
    }
  }

  function abandon(error: unknown): unknown {
    const explained = explainStoreError(error)
    try {
      if (disk.writer.inTransaction) disk.writer.run('rollback', noParameters)
    } catch (rollbackError) {
      // A transaction that can be neither ended nor undone would take everything after it along.
      fail(new StoreBroken('io', 'a transaction could not be rolled back', rollbackError))
    }
    if (explained instanceof StoreBroken) fail(explained)
    return explained
  }

  function assertUsable(): void {
    if (broken) throw broken
    if (closing) throw new StoreBroken('closed', 'the store is closed')
  }

  // Told here and not where a read ends: whoever asked may think that it can do without the answer.
  const reader = new Queries(disk.reader, (error) => {
    if (error instanceof StoreBroken) fail(error)
  })

  return {
    tx,
    async read(fn) {
      assertUsable()
      return fn(reader)
    },
    durable: () => durability.durable(),
    now,
    figures: () => ({
      commits,
      commitMs,
      ...durability.figures(),
      checkpoints: logKeeper.checkpoints(),
      logBytes: disk.logBytes(),
      waitingTransactions: waiting.length,
    }),
    async close() {
      if (closing) return
      closing = true
      if (busy) await new Promise<void>((resolve) => waiting.push(resolve))
      passOn()
      if (!broken) await durability.durable()
      await logKeeper.idle()
      // What is broken is left as it is: closing properly would copy the log into the file and remove it.
      await (broken && disk.abandon ? disk.abandon() : disk.close())
    },
  }
}

const noParameters: readonly unknown[] = []

class Queries implements Reader {
  readonly #connection: Connection
  readonly #onError: (error: unknown) => void
  constructor(connection: Connection, onError: (error: unknown) => void = () => undefined) {
    this.#connection = connection
    this.#onError = onError
  }

  // The casts are the edge between SQL and types: Kysely typed the row from the schema that the migrations made.
  all<Row>(query: Compilable<Row>): Promise<Row[]> {
    try {
      const { sql, parameters } = query.compile()
      return Promise.resolve(this.#connection.all(sql, parameters) as Row[])
    } catch (error) {
      const explained = explainStoreError(error)
      this.#onError(explained)
      return Promise.reject(explained)
    }
  }

  async one<Row>(query: Compilable<Row>): Promise<Row | undefined> {
    return (await this.all(query))[0]
  }
}

class Transaction extends Queries implements Tx {
  readonly now: number
  over = false
  changed = false
  readonly isRedone: boolean
  readonly #writer: Connection
  #beforeCommit: (() => Promise<void>)[] | undefined
  #afterCommit: (() => void)[] | undefined

  constructor(writer: Connection, now: number, isRedone: boolean) {
    super(writer)
    this.#writer = writer
    this.now = now
    this.isRedone = isRedone
  }

  override all<Row>(query: Compilable<Row>): Promise<Row[]> {
    if (this.over) return Promise.reject(usedAfterEnd())
    return super.all(query)
  }

  run(query: Compilable<unknown>): Promise<number> {
    if (this.over) return Promise.reject(usedAfterEnd())
    try {
      const { sql, parameters } = query.compile()
      const rows = this.#writer.run(sql, parameters)
      if (rows > 0) this.changed = true
      return Promise.resolve(rows)
    } catch (error) {
      return Promise.reject(explainStoreError(error))
    }
  }

  beforeCommit(fn: () => Promise<void>): void {
    this.#beforeCommit ??= []
    this.#beforeCommit.push(fn)
  }

  async complete(): Promise<void> {
    // It grows while it is walked.
    for (const fn of this.#beforeCommit ?? []) await fn()
  }

  afterCommit(fn: () => void): void {
    this.#afterCommit ??= []
    this.#afterCommit.push(fn)
  }

  settle(): void {
    for (const fn of this.#afterCommit ?? []) fn()
  }
}

function usedAfterEnd(): Error {
  return new Error('a query was made on a transaction that is over: something in it was not awaited')
}
