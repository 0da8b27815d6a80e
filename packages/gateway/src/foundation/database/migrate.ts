// Brings a database to the schema that this program knows, forward only, each step whole or not at all.

import { createHash } from 'node:crypto'
import type { Connection } from './connection.ts'

export interface Migration {
  version: number
  name: string
  sql: string
}

/** The folder was written by a newer Heddle. */
export class SchemaTooNew extends Error {
  constructor(found: number, known: number) {
    super(
      `This data folder was written by a newer Heddle (schema ${found}; this one knows up to ${known}). ` +
        'Start it with that version, or restore a backup made with this one.',
    )
    this.name = 'SchemaTooNew'
  }
}

export interface MigrateOptions {
  nowMs: number
  /** Makes a copy before the first step on a database that already holds something. */
  backup(from: number, to: number): void
  fault?: (point: string) => void
}

export function migrate(db: Connection, migrations: readonly Migration[], options: MigrateOptions): number[] {
  const known = migrations.at(-1)?.version ?? 0
  const found = schemaVersion(db)
  if (found > known) throw new SchemaTooNew(found, known)
  assertHistory(db, migrations, found)
  const open = migrations.filter((migration) => migration.version > found)
  if (open.length > 0 && found > 0) options.backup(found, known)
  for (const migration of open) apply(db, migration, options)
  return open.map((migration) => migration.version)
}

export function schemaVersion(db: Connection): number {
  const [row] = db.all('pragma user_version', []) as { user_version: number }[]
  return row?.user_version ?? 0
}

function apply(db: Connection, migration: Migration, options: MigrateOptions): void {
  db.exec('begin immediate')
  try {
    db.exec(
      'create table if not exists migrations (version integer primary key, name text not null, hash text not null, applied_at integer not null) strict',
    )
    db.exec(migration.sql)
    options.fault?.('migration.before-commit')
    db.run('insert into migrations (version, name, hash, applied_at) values (?, ?, ?, ?)', [
      migration.version,
      migration.name,
      hashOf(migration),
      options.nowMs,
    ])
    db.exec(`pragma user_version = ${migration.version}`)
    db.exec('commit')
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    throw error
  }
}

// A migration that was changed after it ran somewhere leaves two kinds of database with one number: our mistake.
function assertHistory(db: Connection, migrations: readonly Migration[], found: number): void {
  if (found === 0) return
  const applied = db.all('select version, hash from migrations', []) as { version: number; hash: string }[]
  for (const { version, hash } of applied) {
    const migration = migrations.find((candidate) => candidate.version === version)
    if (migration && hashOf(migration) !== hash) {
      throw new Error(`migration ${version} (${migration.name}) is not the one that made this database`)
    }
  }
}

function hashOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex').slice(0, 16)
}
