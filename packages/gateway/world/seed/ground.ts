// What every seed stands on and none changes: the migrations, and a database that has them already, so that not every
// world has to make its schema anew.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '../../src/foundation/database/connection.ts'
import { type Migration, migrate } from '../../src/foundation/database/migrate.ts'
import { readMigrations } from '../../src/foundation/database/real-migrations.ts'
import { type Remains, wholeDatabase } from '../disk/crashable-disk.ts'
import { withLedger } from '../load/ledger-migration.ts'
import { worldBeganAt } from '../time/virtual-clock.ts'

// A quarter of the usual size: the same rules hold, and copying and summing them costs a world a third of its time.
export const smallPages = 'page_size = 1024'

export interface Ground {
  folder: string
  migrations: readonly Migration[]
  empty: Remains
  migrated: Remains
}

export function prepareGround(folder: string): Ground {
  const migrations = withLedger(readMigrations())
  const path = join(folder, 'ground', 'heddle.db')
  mkdirSync(join(folder, 'ground'), { recursive: true })
  const connection = openConnection(path, {
    pragmas: [smallPages, 'journal_mode = wal', 'synchronous = off'],
  })
  migrate(connection, migrations, { nowMs: worldBeganAt, backup: () => undefined })
  connection.close()
  return {
    folder,
    migrations,
    empty: wholeDatabase(Buffer.alloc(0)),
    migrated: wholeDatabase(readFileSync(path)),
  }
}
