// The files of a database as a life finds them, and what a crash leaves of them for the next one.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openConnection } from '../../src/foundation/database/connection.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import { chooseSurvivors, type Survivors } from './choose-survivors.ts'

export interface Remains {
  database: Buffer
  log: Buffer
  /** What a power cut cannot take. */
  durableDatabase: Buffer
  durableLog: Buffer
}

/** A database that was closed properly: all of it is in the one file, and on disk. */
export function wholeDatabase(database: Buffer): Remains {
  return { database, log: Buffer.alloc(0), durableDatabase: database, durableLog: Buffer.alloc(0) }
}

export function layDown(path: string, files: Pick<Remains, 'database' | 'log'>): void {
  mkdirSync(dirname(path), { recursive: true })
  if (files.database.length > 0) writeFileSync(path, files.database)
  if (files.log.length > 0) writeFileSync(`${path}-wal`, files.log)
}

/** The database file with some of the pages that a checkpoint of this log would copy: it was interrupted. */
export function copyPart(
  scratchPath: string,
  files: Pick<Remains, 'database' | 'log'>,
  random: SeededRandom,
): Survivors {
  layDown(scratchPath, files)
  const connection = openConnection(scratchPath, { pragmas: ['wal_autocheckpoint = 0', 'synchronous = off'] })
  connection.all('pragma wal_checkpoint(passive)', [])
  const whole = readFileSync(scratchPath)
  connection.close()
  return chooseSurvivors({ written: whole, durable: files.database }, random)
}
