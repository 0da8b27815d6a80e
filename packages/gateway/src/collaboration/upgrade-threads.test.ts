import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConnection } from '../foundation/database/connection.ts'
import { migrate } from '../foundation/database/migrate.ts'
import { readMigrations } from '../foundation/database/real-migrations.ts'

test('[THR2] [OPS5] whom an edit names is read with its discussion also where it was made before the upgrade', () => {
  const db = openConnection(':memory:')
  const all = readMigrations()
  const quiet = { nowMs: 1, backup: () => undefined }
  const before = all.slice(
    0,
    all.findIndex(({ name }) => name === 'told-and-read'),
  )
  migrate(db, before, quiet)
  db.exec('pragma foreign_keys = off')
  for (const [thread, newest] of [
    ['thr_edited', 5],
    ['thr_plain', 7],
    ['thr_empty', 0],
  ] as const) {
    db.run(
      "insert into threads (id, session_id, anchor_event_id, anchor_place, state, created_by, created_at, updated_at, reply_count, last_reply_seq, event_id) values (?, 'ses_1', ?, 1, 'active', 'per_a', 1, 1, 1, ?, 'evt_0')",
      [thread, `evt_${thread}`, newest],
    )
  }
  for (const [thread, seq, wordsSeq, editedAt] of [
    ['thr_edited', 4, 6, 9],
    ['thr_edited', 5, 5, null],
    ['thr_plain', 7, 7, null],
  ] as const) {
    db.run(
      "insert into replies (id, thread_id, session_id, author_id, body, client_message_id, fingerprint, mentions, rejected, handed_over, answer, created_at, edited_at, event_id, seq, words_event_id) values (?, ?, 'ses_1', 'per_a', '', ?, x'', '[]', '[]', '[]', '{}', 1, ?, ?, ?, ?)",
      [`rpl_${seq}`, thread, `c${seq}`, editedAt, `evt_${seq}`, seq, `evt_${wordsSeq}`],
    )
    db.run(
      "insert into session_events (session_id, seq, id, kind, is_row, actor_kind, actor_name, payload, created_at) values ('ses_1', ?, ?, 'reply.edited', 0, 'person', '', '{}', 1)",
      [wordsSeq, `evt_${wordsSeq}`],
    )
  }
  migrate(db, all, quiet)
  assert.deepEqual(
    db
      .all('select id, last_reply_seq from threads order by id', [])
      .map((row) => Object.values(row as object)),
    [
      ['thr_edited', 6],
      ['thr_empty', 0],
      ['thr_plain', 7],
    ],
  )
})
