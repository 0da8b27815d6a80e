import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConnection } from '../../foundation/database/connection.ts'
import { migrate } from '../../foundation/database/migrate.ts'
import { readMigrations } from '../../foundation/database/real-migrations.ts'

test('[BUD1] [OPS5] the upgrade knows what each session has used, with the turn that runs in it', () => {
  const db = openConnection(':memory:')
  const all = readMigrations()
  const quiet = { nowMs: 1, backup: () => undefined }
  migrate(
    db,
    all.filter(({ version }) => version < 8),
    quiet,
  )
  const columns = `id, key, key_owner, is_current, agent_id, kind, depth, state, title, title_from, search_text,
    visibility, seq, queued, input_tokens, output_tokens, cached_tokens, cost_micros, turn_id, version, created_at,
    updated_at, active_at`
  const session = (id: string, input: number, output: number, cost: string, turn: string) =>
    `insert into sessions (${columns}) values ('${id}', '${id}', '', 1, 'main', 'chat', 0, 'idle', '', 'none', '',
      'team', 9, 0, ${input}, ${output}, 3, ${cost}, ${turn}, 1, 0, 5, 0);`
  db.exec(`
    ${session('ses_1', 10, 5, '40', 'null')}
    ${session('ses_2', 10, 5, '40', "'trn_2'")}
    ${session('ses_3', 0, 0, 'null', "'trn_3'")}
    ${session('ses_4', 7, 1, 'null', 'null')}
    ${session('ses_5', 0, 0, 'null', 'null')}
    insert into turns (id, session_id, state, is_attempted, crashes, troubles, failures, step, started_seq, model,
      input_tokens, output_tokens, cached_tokens, cost_micros, started_at, ended_at)
    values
      ('trn_1', 'ses_1', 'succeeded', 0, 0, 0, 0, 1, 2, 'a/b', 10, 5, 0, 40, 0, 1),
      ('trn_2', 'ses_2', 'running', 0, 0, 0, 0, 1, 2, 'a/b', 20, 2, 0, 60, 0, null),
      ('trn_3', 'ses_3', 'running', 0, 0, 0, 0, 1, 2, 'a/b', 4, 1, 0, null, 0, null);
  `)
  migrate(db, all, quiet)
  const rows = db.all(
    'select scope, key, tokens, cost_micros, added_tokens from budget_uses order by key',
    [],
  )
  assert.deepEqual(
    (rows as object[]).map((row) => Object.values(row)),
    [
      ['tree', 'ses_1', 15, 40, 0],
      ['tree', 'ses_2', 37, 100, 0],
      ['tree', 'ses_3', 5, 0, 0],
      ['tree', 'ses_4', 8, 0, 0],
    ],
  )
})
