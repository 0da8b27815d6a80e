// An empty database with every migration done, made once in each process: running them all for each test would take most
// of a test's time. That they run, in order and from everywhere, is proven by the tests of migrate.ts and by the world.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConnection } from '../src/foundation/database/connection.ts'
import { migrate } from '../src/foundation/database/migrate.ts'
import { readMigrations } from '../src/foundation/database/real-migrations.ts'

/** The bytes of its file. */
export const preparedDatabase = once(() => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  const path = join(folder, 'heddle.db')
  try {
    const connection = openConnection(path, { pragmas: ['journal_mode = wal', 'synchronous = off'] })
    migrate(connection, readMigrations(), { nowMs: 0, backup: () => undefined })
    connection.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
