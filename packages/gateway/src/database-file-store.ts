// SQL on a database file that nobody serves: a backup, or the database of a folder whose lock we hold. It knows of the
// tables only what stays the same in every version.

import { type Connection, openConnection } from './foundation/database/connection.ts'
import { lookAtDatabaseFile } from './foundation/database/real-database-file.ts'
import { timeMarkMs } from './foundation/database/meta-store.ts'
import { schemaVersion } from './foundation/database/migrate.ts'

export { looksLikeDatabase } from './foundation/database/real-database-file.ts'

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
    // The copy was made while it served, so the time on record may be behind the records.
    db.run("update meta set value = cast(value as integer) + ? where key = 'time'", [timeMarkMs])
  })
}

/**
 * Brings everything from the write-ahead log into the file, so that the file alone is the whole database. A damaged
 * one is left as it is, with its log: someone may still want that.
 */
export function foldLogIn(path: string): DatabaseFacts {
  const { damage } = lookAtDatabaseFile(path, 'pages')
  if (damage !== undefined) throw new Error(damage)
  return withConnection(path, {}, (db) => {
    db.exec('pragma wal_checkpoint(truncate)')
    return factsOf(db)
  })
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
