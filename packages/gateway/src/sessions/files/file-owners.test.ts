import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConnection } from '../../foundation/database/connection.ts'
import { migrate } from '../../foundation/database/migrate.ts'
import { readMigrations } from '../../foundation/database/real-migrations.ts'

test('[FIL9] [OPS5] the upgrade counts what everyone kept before it', () => {
  const db = openConnection(':memory:')
  const all = readMigrations()
  const quiet = { nowMs: 1, backup: () => undefined }
  migrate(
    db,
    all.filter(({ version }) => version < 7),
    quiet,
  )
  db.exec(`
    insert into people (id, handle, name, role, state, version, created_at, updated_at, search_text, preferences)
    values ('per_a', 'ann', 'Ann', 'member', 'active', 1, 0, 0, '', '{}'),
      ('per_b', 'bob', 'Bob', 'member', 'active', 1, 0, 0, '', '{}');
    insert into file_contents (hash, bytes, idle_since) values ('h', 5, null), ('i', 7, null);
    insert into files (id, hash, name, media_type, bytes, owner_id, created_at, unused_since)
    values ('fil_1', 'h', 'a', 't/t', 5, 'per_a', 0, null), ('fil_2', 'h', 'b', 't/t', 5, 'per_a', 0, 1),
      ('fil_3', 'i', 'c', 't/t', 7, null, 0, null);
  `)
  migrate(db, all, quiet)
  const rows = db.all('select owner_id, bytes from file_owners', []) as object[]
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [['per_a', 10]],
  )
  db.close()
})
