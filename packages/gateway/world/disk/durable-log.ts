// Knows which bytes of the write-ahead log are on disk for certain. SQLite only ever appends to the log until it
// starts over, so a sync is a mark: everything up to there, in this generation of the log.

import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

export interface LogMark {
  generation: string
  endBytes: number
}

export interface DurableLog {
  /** Where the log ends now. */
  look(): LogMark
  /** A sync that began at the mark has ended. */
  synced(mark: LogMark): void
  /** A sync that began at the mark has failed. The system forgets what it could not write: no later sync brings it. */
  failed(mark: LogMark): void
  /** Everything that was written, and what of it is on disk for certain. */
  contents(): { written: Buffer; durable: Buffer }
  hasUnsynced(): boolean
  bytes(): number
  close(): void
}

const headerBytes = 32
const frameHeaderBytes = 24
const saltAt = 16
const saltBytes = 8
// In SQLite's index of the log (the -shm file): page size, number of frames, salts.
const indexBytes = 48
const indexPageSizeAt = 14
const indexFramesAt = 16
const indexSaltAt = 32

export function createDurableLog(deps: {
  databasePath: string
  durable: Buffer
  onStartedOver(): void
}): DurableLog {
  const logPath = `${deps.databasePath}-wal`
  const index = Buffer.alloc(indexBytes)
  let indexFile: number | undefined
  let logFile: number | undefined
  // Grows by doubling; only the first `durableBytes` of it mean something.
  let durable = Buffer.from(deps.durable)
  let durableBytes = durable.length
  let durableEnd = 0
  let generation = durableBytes < headerBytes ? '' : saltOf(durable, saltAt)

  function look(): LogMark {
    if (!readIndex()) return { generation: '', endBytes: 0 }
    const frames = index.readUInt32LE(indexFramesAt)
    if (frames === 0) return { generation: '', endBytes: 0 }
    const found = saltOf(index, indexSaltAt)
    if (found !== generation) startGeneration(found)
    const pageBytes = index.readUInt16LE(indexPageSizeAt)
    return { generation, endBytes: headerBytes + frames * (frameHeaderBytes + pageBytes) }
  }

  // Opened once and kept: closing it while SQLite has the same file open would drop SQLite's locks.
  function readIndex(): boolean {
    if (indexFile === undefined) {
      const path = `${deps.databasePath}-shm`
      if (!statSync(path, { throwIfNoEntry: false })) return false
      indexFile = openSync(path, 'r')
    }
    return readSync(indexFile, index, 0, indexBytes, 0) === indexBytes
  }

  // SQLite syncs the new header by itself before it writes over the frames of the generation before.
  function startGeneration(found: string): void {
    if (generation !== '') deps.onStartedOver()
    generation = found
    durableEnd = 0
    copyToDurable(headerBytes)
  }

  function copyToDurable(end: number): void {
    if (end <= durableEnd) return
    if (durable.length < end) durable = Buffer.concat([durable], Math.max(end, durable.length * 2))
    durableBytes = Math.max(durableBytes, end)
    logFile ??= openSync(logPath, 'r')
    readSync(logFile, durable, durableEnd, end - durableEnd, durableEnd)
    durableEnd = end
  }

  return {
    look,
    synced(mark) {
      if (mark.generation === generation && mark.generation !== '') copyToDurable(mark.endBytes)
    },
    failed(mark) {
      if (mark.generation === generation) durableEnd = Math.max(durableEnd, mark.endBytes)
    },
    contents() {
      look()
      const exists = statSync(logPath, { throwIfNoEntry: false }) !== undefined
      return {
        written: exists ? readFileSync(logPath) : Buffer.alloc(0),
        durable: Buffer.from(durable.subarray(0, durableBytes)),
      }
    },
    hasUnsynced: () => look().endBytes > durableEnd,
    bytes: () => statSync(logPath, { throwIfNoEntry: false })?.size ?? 0,
    close() {
      if (indexFile !== undefined) closeSync(indexFile)
      if (logFile !== undefined) closeSync(logFile)
      indexFile = undefined
      logFile = undefined
    },
  }
}

function saltOf(bytes: Buffer, at: number): string {
  return bytes.toString('hex', at, at + saltBytes)
}
