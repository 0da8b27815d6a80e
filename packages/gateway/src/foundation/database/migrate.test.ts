import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Connection, openConnection } from './connection.ts'
import { type Migration, migrate, SchemaTooNew, schemaVersion } from './migrate.ts'
import { readMigrations } from './real-migrations.ts'

const first: Migration = {
  version: 1,
  name: 'first',
  sql: 'create table a (x integer) strict; insert into a values (1);',
}
const second: Migration = {
  version: 2,
  name: 'second',
  sql: 'alter table a add column y integer; create table b (x);',
}

function open(): Connection {
  return openConnection(':memory:')
}

function tables(db: Connection): string[] {
  const rows = db.all("select name from sqlite_master where type = 'table' order by name", []) as {
    name: string
  }[]
  return rows.map((row) => row.name)
}

const quiet = { nowMs: 5, backup: () => undefined }

test('[OPS5] open migrations run in order, once, and are recorded', () => {
  const db = open()
  assert.deepEqual(migrate(db, [first, second], quiet), [1, 2])
  assert.deepEqual(migrate(db, [first, second], quiet), [])
  assert.deepEqual(tables(db), ['a', 'b', 'migrations'])
  assert.equal(schemaVersion(db), 2)
})

test('[OPS5] a backup is asked for before a database that holds something changes, and never for a new one', () => {
  const db = open()
  const asked: string[] = []
  const backup = (from: number, to: number) => void asked.push(`${from}-${to}, still ${schemaVersion(db)}`)
  migrate(db, [first], { ...quiet, backup })
  assert.deepEqual(asked, [])
  migrate(db, [first, second], { ...quiet, backup })
  assert.deepEqual(asked, ['1-2, still 1'])
})

test('[OPS5] when the backup fails nothing is changed', () => {
  const db = open()
  migrate(db, [first], quiet)
  const backup = () => {
    throw new Error('no space')
  }
  assert.throws(() => migrate(db, [first, second], { ...quiet, backup }), /no space/)
  assert.deepEqual([schemaVersion(db), tables(db)], [1, ['a', 'migrations']])
})

test('[I15] a migration that fails in the middle leaves the schema before it', () => {
  const db = open()
  const bad: Migration = {
    version: 2,
    name: 'bad',
    sql: 'create table b (x); insert into nowhere values (1);',
  }
  assert.throws(() => migrate(db, [first, bad], quiet), /nowhere/)
  assert.deepEqual([schemaVersion(db), tables(db)], [1, ['a', 'migrations']])
  assert.deepEqual(migrate(db, [first, second], quiet), [2])
})

test('[OPS5] a newer schema is refused in one clear sentence', () => {
  const db = open()
  migrate(db, [first, second], quiet)
  assert.throws(() => migrate(db, [first], quiet), SchemaTooNew)
  assert.throws(() => migrate(db, [first], quiet), /newer Heddle \(schema 2; this one knows up to 1\)/)
})

test('[I15] a migration that was changed after it ran is our mistake', () => {
  const db = open()
  migrate(db, [first], quiet)
  assert.throws(() => migrate(db, [{ ...first, sql: 'create table z (x);' }], quiet), /is not the one/)
})

test('[OPS5] the product has its migrations numbered without gaps, and they run on an empty database', () => {
  const migrations = readMigrations()
  assert.deepEqual(
    migrations.map((migration) => migration.version),
    migrations.map((_, i) => i + 1),
  )
  const db = open()
  migrate(db, migrations, quiet)
  assert.deepEqual(db.all('pragma foreign_key_check', []), [])
})

test('[SES12] [OPS5] whoever wrote in a session of the team before there was attendance takes part in it', () => {
  const db = open()
  const migrations = readMigrations()
  migrate(db, migrations.slice(0, 4), quiet)
  for (const id of ['ann', 'bob']) {
    db.run(
      "insert into people (id, handle, name, role, state, search_text, preferences, version, created_at, updated_at) values (?, ?, '', 'member', 'active', '', '{}', 1, 1, 1)",
      [id, id],
    )
  }
  for (const [id, visibility] of [
    ['open', 'team'],
    ['closed', 'private'],
  ]) {
    db.run(
      "insert into sessions (id, key, key_owner, is_current, agent_id, kind, depth, state, title, title_from, search_text, visibility, created_by, seq, queued, input_tokens, output_tokens, cached_tokens, version, created_at, updated_at, active_at) values (?, ?, '', 1, 'main', 'chat', 0, 'idle', '', 'none', '', ?, 'ann', 3, 0, 0, 0, 0, 1, 1, 1, 1)",
      [id, id, visibility],
    )
    db.run("insert into session_participants (session_id, person_id, active_at) values (?, 'ann', 1)", [id])
    const write = (seq: number, kind: string, actor: string, actorKind: string) =>
      db.run(
        "insert into session_events (session_id, seq, id, kind, is_row, actor_kind, actor_id, actor_name, payload, created_at) values (?, ?, ?, ?, 1, ?, ?, '', '{}', 1)",
        [id, seq, `${id}-${seq}`, kind, actorKind, actor],
      )
    write(1, 'message.user', 'bob', 'person')
    write(2, 'message.user', 'bob', 'person')
    write(3, 'message.user', 'somewhere', 'guest')
    write(4, 'message.agent', 'main', 'agent')
  }
  migrate(db, migrations, quiet)
  assert.deepEqual(
    db
      .all('select session_id, person_id from session_attendance order by 1, 2', [])
      .map((row) => Object.values(row as object)),
    [
      ['closed', 'ann'],
      ['open', 'ann'],
      ['open', 'bob'],
    ],
  )
})

test('[PRV1] [OPS5] providers from before there were kinds stay as they were, and others find room beside them', () => {
  const db = open()
  const migrations = readMigrations()
  migrate(db, migrations.slice(0, 7), quiet)
  const insert =
    'insert into model_providers (name, kind, base_url, models, created_at, updated_at, updated_by) values (?, ?, ?, ?, 1, 2, null)'
  db.run(insert, ['local', 'openai-compatible', 'http://127.0.0.1:1/v1', '[{"id":"m"}]'])
  migrate(db, migrations, quiet)
  db.run(insert, ['claude', 'anthropic', null, '[]'])
  assert.deepEqual(
    db.all('select * from model_providers order by name', []).map((row) => Object.values(row as object)),
    [
      ['claude', 'anthropic', null, '[]', 1, 2, null],
      ['local', 'openai-compatible', 'http://127.0.0.1:1/v1', '[{"id":"m"}]', 1, 2, null],
    ],
  )
})

test('[BND8] [OPS5] bindings from before they shared a timer are looked at when they were to be', () => {
  const db = open()
  const migrations = readMigrations()
  migrate(db, migrations.slice(0, 16), quiet)
  db.run('pragma foreign_keys = off', [])
  for (const [id, status, dueAt] of [
    ['first', 'active', 500],
    ['second', 'ending', 300],
    ['for ever', 'active', null],
    ['over', 'ended', null],
  ] as const) {
    db.run(
      "insert into bindings (id, channel, account_id, conversation_id, place_kind, session_id, session_key, agent_id, target_kind, status, bound_by_name, is_opened, idle_ms, max_age_ms, bound_at, last_activity_at) values (?, 'c', 'a', ?, 'thread', 's', '', 'main', 'session', ?, '', 0, 1, 0, 1, 1)",
      [id, id, status],
    )
    if (dueAt === null) continue
    db.run(
      "insert into work (kind, lane, key, parent, subject, name, state, due_at, attempts, fence, created_at) values ('routing.expire-binding', 'timers', ?, '', ?, ?, 'ready', ?, 0, 0, 1)",
      [`binding:${id}`, id, `binding:${id}`, dueAt],
    )
  }
  migrate(db, migrations, quiet)
  const valuesOf = (sql: string) => db.all(sql, []).map((row) => Object.values(row as object))
  assert.deepEqual(valuesOf('select id, look_at from bindings order by id'), [
    ['first', 500],
    ['for ever', null],
    ['over', null],
    ['second', 300],
  ])
  assert.deepEqual(valuesOf('select kind, key, name, due_at from work'), [
    ['routing.expire-bindings', 'bindings', 'bindings', 300],
  ])
})
