// A disk that can lose power. SQLite works on a real file and syncs nothing; the world decides when a sync has ended,
// and after a crash what the next life finds.
//
// A checkpoint has three moments: it begins; it has synced the log and copies pages; it is done. The copying itself
// happens at the last one, and a crash in between makes up what would have been copied by then.

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, openConnection } from '../../src/foundation/database/connection.ts'
import type { CheckpointResult, Disk } from '../../src/foundation/database/disk.ts'
import type { Life } from '../time/life.ts'
import type { Scheduler } from '../time/scheduler.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import type { Sometimes } from '../watch/sometimes.ts'
import { chooseSurvivors } from './choose-survivors.ts'
import { createDurableLog, type LogMark } from './durable-log.ts'
import { type BeforeStatement, createFaultyConnection } from './faulty-connection.ts'
import { copyPart, layDown, type Remains, wholeDatabase } from './remains.ts'

export interface CrashableDisk extends Disk {
  /** Reads beside the process, whatever state that is in. */
  inspect<Row>(sql: string, parameters?: readonly unknown[]): Row[]
  /** Copies the log into the database file at once, and leaves that file unsynced. */
  copyLog(mode: 'passive' | 'restart'): CheckpointResult
  syncDatabase(): void
  /** A reader that holds on to what it sees, so that checkpoints cannot finish. */
  pinReader(): () => void
  readonly inTransaction: boolean
  /** Something was committed that a power cut could take. */
  readonly hasUnsynced: boolean
  /** What the next life finds after this one was killed, or after the machine lost power. */
  remains(after: 'kill' | 'power cut'): Remains
  /** Drops the connections and the files. */
  discard(): void
}

export interface CrashableDiskDeps {
  folder: string
  remains: Remains
  life: Life
  scheduler: Scheduler
  random: SeededRandom
  sometimes: Sometimes
  beforeStatement: BeforeStatement
  /** What goes wrong with this sync; undefined when nothing does. */
  chooseSyncError(): Error | undefined
  syncMs(): number
  checkpointMs(): number
  /** The log could start over, and those who waited for that go on. */
  onRestarted(): void
}

const pragmas = ['synchronous = off', 'busy_timeout = 0'] as const
const writerPragmas = ['journal_mode = wal', 'wal_autocheckpoint = 0', 'foreign_keys = on', ...pragmas]

export function openCrashableDisk(deps: CrashableDiskDeps): CrashableDisk {
  const { folder, life, scheduler, sometimes } = deps
  const path = join(folder, 'heddle.db')
  layDown(path, deps.remains)
  const realWriter = openConnection(path, { pragmas: writerPragmas })
  const log = createDurableLog({
    databasePath: path,
    durable: deps.remains.durableLog,
    onStartedOver: () => sometimes.saw('the log started over'),
  })
  // A new file was put into write-ahead mode just now, with syncs of SQLite's own.
  let durableDatabase: Buffer | undefined =
    deps.remains.durableDatabase.length > 0 ? deps.remains.durableDatabase : undefined
  let realReader: Connection | undefined
  let keeper: Connection | undefined
  let copying: LogMark | undefined
  let checkpointing = false
  // The system reports a failed write once to everyone who has the file open.
  let unseenError: Error | undefined
  let closed = false
  const pinned = new Set<Connection>()

  // Outside of a transaction both connections see the same, so the second one is opened only when it is needed:
  // every connection reads the whole schema first.
  const readAll: Connection['all'] = (sql, parameters) => {
    if (!realWriter.inTransaction) return realWriter.all(sql, parameters)
    realReader ??= openConnection(path, { readOnly: true, pragmas: ['busy_timeout = 0'] })
    return realReader.all(sql, parameters)
  }

  const reading: Connection = {
    all: readAll,
    run: notForReaders,
    exec: notForReaders,
    inTransaction: false,
    close: () => undefined,
  }

  /** Goes on at a later step, unless the process is dead by then. */
  function later(ms: number, what: string): Promise<void> {
    return new Promise((resolve) => {
      scheduler.after(ms, `disk ${what}`, () => (life.alive ? resolve() : undefined))
    })
  }

  async function syncLog(): Promise<void> {
    const mark = log.look()
    await later(deps.syncMs(), 'sync')
    const error = deps.chooseSyncError()
    if (error) {
      log.failed(mark)
      unseenError = error
      throw error
    }
    log.synced(mark)
  }

  async function checkpoint(mode: 'passive' | 'restart'): Promise<CheckpointResult> {
    const mark = log.look()
    checkpointing = true
    await later(deps.checkpointMs(), 'checkpoint syncs the log')
    if (unseenError) throw unseenError
    log.synced(mark)
    copying = mark
    await later(deps.checkpointMs(), 'checkpoint copies')
    if (unseenError) throw unseenError
    const result = copyFrames(mode)
    syncDatabase()
    copying = undefined
    checkpointing = false
    if (mode === 'restart') deps.onRestarted()
    return result
  }

  function copyLog(mode: 'passive' | 'restart'): CheckpointResult {
    durableDatabase ??= readFileSync(path)
    return copyFrames(mode)
  }

  function copyFrames(mode: 'passive' | 'restart'): CheckpointResult {
    log.synced(log.look())
    keeper ??= openConnection(path, { pragmas: ['wal_autocheckpoint = 0', ...pragmas] })
    const [row] = keeper.all(`pragma wal_checkpoint(${mode})`, []) as CheckpointRow[]
    if (!row) throw new Error('the checkpoint gave no answer')
    if (row.checkpointed < row.log) sometimes.saw('a checkpoint could not copy everything')
    return { busy: row.busy !== 0, logPages: row.log, copiedPages: row.checkpointed }
  }

  function syncDatabase(): void {
    durableDatabase = undefined
  }

  function remains(after: 'kill' | 'power cut'): Remains {
    const database = readFileSync(path)
    if (closed) return wholeDatabase(database)
    const { written, durable } = log.contents()
    const copied = copying ? interruptCopying(database, written, copying) : database
    const onDisk = durableDatabase ?? database
    if (after === 'kill') {
      return { database: copied, log: written, durableDatabase: onDisk, durableLog: durable }
    }
    const logLeft = chooseSurvivors({ written, durable }, deps.random)
    const databaseLeft = chooseSurvivors({ written: copied, durable: onDisk }, deps.random)
    if (checkpointing) sometimes.saw('power was lost during a checkpoint')
    if (logLeft.lost) sometimes.saw('power was lost with commits not yet on disk')
    if (logLeft.torn) sometimes.saw('power was lost and a page was torn')
    if (logLeft.reordered) sometimes.saw('power was lost and a later piece survived an earlier one')
    if (logLeft.cut) sometimes.saw('power was lost and the log was cut short')
    return {
      database: databaseLeft.bytes,
      log: logLeft.bytes,
      durableDatabase: databaseLeft.bytes,
      durableLog: logLeft.bytes,
    }
  }

  function interruptCopying(database: Buffer, written: Buffer, mark: LogMark): Buffer {
    const files = { database, log: written.subarray(0, mark.endBytes) }
    const part = copyPart(join(folder, 'scratch', 'heddle.db'), files, deps.random)
    if (part.lost) sometimes.saw('a checkpoint was interrupted and left pages half copied')
    return part.bytes
  }

  function closeConnections(): void {
    for (const connection of pinned) connection.close()
    pinned.clear()
    keeper?.close()
    realReader?.close()
    realWriter.close()
    log.close()
    closed = true
  }

  return {
    path,
    writer: createFaultyConnection(realWriter, life, deps.beforeStatement),
    get inTransaction() {
      return !closed && realWriter.inTransaction
    },
    reader: createFaultyConnection(reading, life, deps.beforeStatement),
    syncLog,
    checkpoint,
    copyLog,
    syncDatabase,
    remains,
    logBytes: () => log.bytes(),
    // The cast is the edge between SQL and types, as in the store.
    inspect: <Row>(sql: string, parameters: readonly unknown[] = []) => readAll(sql, parameters) as Row[],
    get hasUnsynced() {
      return !closed && log.hasUnsynced()
    },
    pinReader() {
      const connection = openConnection(path, { readOnly: true, pragmas: ['busy_timeout = 0'] })
      connection.exec('begin')
      connection.all('select count(*) from sqlite_schema', [])
      pinned.add(connection)
      return () => {
        if (pinned.delete(connection)) connection.close()
      }
    },
    async close() {
      await later(deps.checkpointMs(), 'close')
      closeConnections()
    },
    discard() {
      if (!closed) closeConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function notForReaders(): never {
  throw new Error('attempt to write a readonly database')
}

interface CheckpointRow {
  busy: number
  log: number
  checkpointed: number
}
