// What every seed stands on and none changes: the migrations, and a database that has them already, so that not every
// world has to make its schema anew.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '../../src/foundation/database/connection.ts'
import { type Migration, migrate } from '../../src/foundation/database/migrate.ts'
import { readMigrations } from '../../src/foundation/database/real-migrations.ts'
import { type Remains, wholeDatabase } from '../disk/remains.ts'
import { withLedger } from '../load/ledger-migration.ts'
import { worldBeganAt } from '../time/virtual-clock.ts'

// A quarter of the usual size: the same rules hold, and copying and summing them costs a world a third of its time.
const smallPages = 'page_size = 1024'

export interface Ground {
  folder: string
  /** The tables that the simulated load works on: a tenth of a world's time goes into reading the others' schema. */
  usual: Foundation
  /** All migrations, and the database after so many of them; the first one is empty. */
  migrations: readonly Migration[]
  databases: readonly Remains[]
}

/** What a world stands on: where its database begins, and what a start makes of it. */
export interface Foundation {
  migrations: readonly Migration[]
  beginning: Remains
}

export function prepareGround(folder: string): Ground {
  const real = readMigrations()
  const migrations = withLedger(real)
  mkdirSync(join(folder, 'ground'), { recursive: true })
  const make = (some: readonly Migration[]) => makeDatabase(join(folder, 'ground', `${some.length}.db`), some)
  const usual = withLedger(real.slice(0, 1))
  return {
    folder,
    usual: { migrations: usual, beginning: makeDatabase(join(folder, 'ground', 'usual.db'), usual) },
    migrations,
    databases: [
      wholeDatabase(Buffer.alloc(0)),
      ...migrations.map((_, i) => make(migrations.slice(0, i + 1))),
    ],
  }
}

export function foundationOf(ground: Ground, migrationsDone: number | undefined): Foundation {
  if (migrationsDone === undefined) return ground.usual
  const beginning = ground.databases[migrationsDone]
  if (!beginning) throw new Error(`there are only ${ground.migrations.length} migrations`)
  return { migrations: ground.migrations, beginning }
}

function makeDatabase(path: string, migrations: readonly Migration[]): Remains {
  const connection = openConnection(path, {
    pragmas: [smallPages, 'journal_mode = wal', 'synchronous = off'],
  })
  migrate(connection, migrations, { nowMs: worldBeganAt, backup: () => undefined })
  connection.close()
  return wholeDatabase(readFileSync(path))
}
