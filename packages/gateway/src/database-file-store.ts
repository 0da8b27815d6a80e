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

export interface KnownHash {
  hash: string
  bytes: number
}

/**
 * Of every file that it knows, once, in the order of the hashes: those after that one, at most so many. None in a database
 * from before there were files.
 */
export function readFileHashes(path: string, after: string, limit: number): KnownHash[] {
  return withConnection(path, { readOnly: true }, (db) => {
    const [table] = db.all("select 1 from sqlite_master where type = 'table' and name = 'files'", [])
    if (table === undefined) return []
    // One look by the index for each: to sort all of them first would take as long as there are files.
    const sql =
      'select hash, max(bytes) as bytes from files where hash > ? group by hash order by hash limit ?'
    return db.all(sql, [after, limit]) as KnownHash[]
  })
}

/** What lies, or should lie, in the folder of files; at most so many. */
export function readContents(
  path: string,
  limit: number,
): { hash: string; bytes: number; isUsed: boolean }[] {
  return withConnection(path, { readOnly: true }, (db) => {
    const [table] = db.all("select 1 from sqlite_master where type = 'table' and name = 'file_contents'", [])
    if (table === undefined) return []
    const rows = db.all('select hash, bytes, idle_since from file_contents order by hash limit ?', [
      limit,
    ]) as {
      hash: string
      bytes: number
      idle_since: number | null
    }[]
    return rows.map(({ hash, bytes, idle_since }) => ({ hash, bytes, isUsed: idle_since === null }))
  })
}

export interface WebProviderRow {
  name: string
  kind: string
  base_url: string | null
  models: string
}

/** The default model as it is set in the web, as JSON, and the providers that are. None from before there were any. */
export function readWebModels(path: string): {
  defaultModel: string | undefined
  providers: WebProviderRow[]
} {
  return withConnection(path, { readOnly: true }, (db) => {
    const [table] = db.all(
      "select 1 from sqlite_master where type = 'table' and name = 'model_providers'",
      [],
    )
    if (table === undefined) return { defaultModel: undefined, providers: [] }
    const [row] = db.all("select value from settings where key = 'agents.defaults.model'", []) as {
      value: string
    }[]
    const sql = 'select name, kind, base_url, models from model_providers order by name'
    const providers = db.all(sql, []) as WebProviderRow[]
    return { defaultModel: row?.value, providers }
  })
}

/** What secrets are called; none from before there were any. */
export function readSecretNames(path: string): string[] {
  return withConnection(path, { readOnly: true }, (db) => {
    const [table] = db.all("select 1 from sqlite_master where type = 'table' and name = 'secrets'", [])
    if (table === undefined) return []
    const rows = db.all('select name from secrets order by name', []) as { name: string }[]
    return rows.map(({ name }) => name)
  })
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
