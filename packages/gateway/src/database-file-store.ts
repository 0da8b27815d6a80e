// SQL on a database file that nobody serves: a backup, or the database of a folder whose lock we hold. It knows of the
// tables only what stays the same in every version.

import { closeSync, openSync, readSync } from 'node:fs'
import { type Connection, openConnection } from './foundation/database/connection.ts'
import { schemaVersion } from './foundation/database/migrate.ts'

export interface DatabaseFacts {
  schema: number
  epoch: number
  /** The ids of the keys that its secrets are sealed with. */
  keyIds: string[]
}

/** Reads without changing a byte of the file. Throws what SQLite throws when it is damaged. */
export function readDatabaseFacts(path: string): DatabaseFacts {
  return withConnection(path, { readOnly: true }, factsOf)
}

/** Clients that hold something from another life of this database must ask for everything anew. */
export function writeEpoch(path: string, epoch: number): void {
  withConnection(path, {}, (db) => {
    db.run(
      "insert into meta (key, value) values ('epoch', ?) on conflict (key) do update set value = excluded.value",
      [String(epoch)],
    )
    db.run(
      "insert into meta (key, value) values ('clean', '1') on conflict (key) do update set value = '1'",
      [],
    )
  })
}

/** Brings everything from the write-ahead log into the file, so that the file alone is the whole database. */
export function foldLogIn(path: string): DatabaseFacts {
  return withConnection(path, {}, (db) => {
    db.exec('pragma wal_checkpoint(truncate)')
    return factsOf(db)
  })
}

/** Opening what is no database makes SQLite throw the log beside it away; someone may still want that. */
export function looksLikeDatabase(path: string): boolean {
  const head = Buffer.alloc(16)
  const file = openSync(path, 'r')
  try {
    return readSync(file, head, 0, 16, 0) === 16 && head.toString('latin1') === 'SQLite format 3\0'
  } finally {
    closeSync(file)
  }
}

function factsOf(db: Connection): DatabaseFacts {
  const schema = schemaVersion(db)
  if (schema === 0) return { schema, epoch: 0, keyIds: [] }
  return { schema, epoch: readEpoch(db), keyIds: readKeyIds(db) }
}

function readEpoch(db: Connection): number {
  const [row] = db.all("select value from meta where key = 'epoch'", []) as { value: string }[]
  const epoch = Number(row?.value ?? 1)
  return Number.isSafeInteger(epoch) ? epoch : 1
}

function readKeyIds(db: Connection): string[] {
  const rows = db.all('select distinct key_id from secrets order by key_id', []) as { key_id: string }[]
  return rows.map((row) => row.key_id)
}

function withConnection<T>(path: string, options: { readOnly?: boolean }, use: (db: Connection) => T): T {
  const db = openConnection(path, options)
  try {
    return use(db)
  } finally {
    db.close()
  }
}
