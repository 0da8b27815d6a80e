// What is going wrong for one life right now. The nemesis arms it; statements, syncs and fault points run into it.

import { type BeforeStatement, isWrite, sqliteError } from '../disk/faulty-connection.ts'
import { LifeIsOver } from '../time/life.ts'
import type { Sometimes } from '../watch/sometimes.ts'

export interface Troubles {
  armStatement(count: number, kill: () => void): void
  armPoint(point: string, count: number, kill: () => void): void
  failSyncAt(nth: number): void
  /** Full: nothing was saved, once. Io: nobody knows. */
  failWriteAt(nth: number, how: 'full' | 'io'): void
  fillDisk(): void
  freeDisk(): void
  beBusy(times: number): void
  slowSyncs(ms: number): void
  /** Nothing goes wrong any more. */
  end(): void
  /** Called each time something does go wrong. */
  onTrouble(fn: () => void): void
  /** Called before each statement. */
  onStatement(fn: (sql: string) => void): void

  beforeStatement: BeforeStatement
  /** How many transactions were about to commit. */
  readonly commits: number
  /** A new step begins. */
  stepped(): void
  fault(point: string): void
  chooseSyncError(): Error | undefined
  readonly syncMs: number
}

const [busy, ioError, full] = [5, 10, 13]

/** More than any honest step makes: someone goes round in circles without ever letting go. */
const statementsPerStepMax = 50_000

export function createTroubles(deps: {
  lifeNumber: number
  sometimes: Sometimes
  onEndlessStep(): void
}): Troubles {
  const { sometimes } = deps
  let statement: { count: number; kill(): void } | undefined
  let point: { name: string; count: number; kill(): void } | undefined
  let syncsLeft = Infinity
  let write: { left: number; how: 'full' | 'io' } | undefined
  let onTrouble: () => void = () => undefined
  let onStatement: (sql: string) => void = () => undefined
  let isFull = false
  let busyTimes = 0
  let syncMs = 0
  let commits = 0
  let statements = 0

  function beforeStatement(sql: string): void {
    onStatement(sql)
    if (sql === 'commit') commits++
    if (++statements > statementsPerStepMax) {
      deps.onEndlessStep()
      throw new LifeIsOver(deps.lifeNumber)
    }
    if (statement && --statement.count <= 0) {
      const { kill } = statement
      statement = undefined
      onTrouble()
      kill()
      throw new LifeIsOver(deps.lifeNumber)
    }
    if (isWrite(sql)) beforeWrite()
    if (busyTimes > 0 && sql === 'begin immediate') {
      busyTimes--
      sometimes.saw('the database was busy')
      throw sqliteError(busy, 'database is locked')
    }
  }

  function beforeWrite(): void {
    if (isFull) fail('full')
    if (!write || --write.left > 0) return
    const { how } = write
    write = undefined
    fail(how)
  }

  function fail(how: 'full' | 'io'): never {
    onTrouble()
    if (how === 'full') {
      sometimes.saw('the disk was full')
      throw sqliteError(full, 'database or disk is full')
    }
    sometimes.saw('the disk failed and the process stopped')
    throw sqliteError(ioError, 'disk I/O error')
  }

  function fault(name: string): void {
    if (point?.name !== name || --point.count > 0) return
    const { kill } = point
    point = undefined
    kill()
    // Nobody awaits what follows a sync, so there it is enough that the life is over.
    if (name !== 'sync.done') throw new LifeIsOver(deps.lifeNumber)
  }

  return {
    armStatement: (count, kill) => void (statement = { count, kill }),
    armPoint: (name, count, kill) => void (point = { name, count, kill }),
    failSyncAt: (nth) => void (syncsLeft = nth),
    failWriteAt: (nth, how) => void (write = { left: nth, how }),
    onTrouble: (fn) => void (onTrouble = fn),
    onStatement: (fn) => void (onStatement = fn),
    fillDisk: () => void (isFull = true),
    freeDisk: () => void (isFull = false),
    beBusy: (times) => void (busyTimes = times),
    slowSyncs: (ms) => void (syncMs = ms),
    end() {
      statement = undefined
      point = undefined
      write = undefined
      isFull = false
      syncsLeft = Infinity
      busyTimes = syncMs = 0
    },
    beforeStatement,
    fault,
    chooseSyncError() {
      if (--syncsLeft > 0) return undefined
      syncsLeft = Infinity
      onTrouble()
      sometimes.saw('a sync failed and the process stopped')
      return Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
    },
    stepped: () => void (statements = 0),
    get commits() {
      return commits
    },
    get syncMs() {
      return syncMs
    },
  }
}
