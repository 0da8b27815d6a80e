// The world's own tables, added behind the real ones. They keep what happened, in order, and have no unique index:
// whatever happens twice shall be seen twice.

import type { Migration } from '../../src/foundation/database/migrate.ts'

export function withLedger(migrations: readonly Migration[]): Migration[] {
  const version = (migrations.at(-1)?.version ?? 0) + 1
  return [...migrations, { version, name: 'world-ledger', sql }]
}

const sql = `
-- Every write that a client asked for.
create table world_ledger (
  id integer primary key autoincrement,
  client text not null,
  n integer not null,
  kind text not null,
  at integer not null
) strict;
create index world_ledger_by_client on world_ledger (client, n);

-- Every piece of work that was put on record without a fact, and every effect that any work had.
create table world_puts (
  id integer primary key autoincrement,
  what text not null,
  kind text not null,
  key text not null
) strict;
create index world_puts_by_key on world_puts (key);
create table world_effects (
  id integer primary key autoincrement,
  what text not null,
  kind text not null,
  key text not null,
  at integer not null
) strict;

create index world_effects_by_what on world_effects (what);

-- The history of each timer: set, cancelled, fired; and in which state its row was found.
create table world_timers (
  id integer primary key autoincrement,
  name text not null,
  event text not null,
  due_at integer,
  was text,
  at integer not null
) strict;
create index world_timers_by_name on world_timers (name, id);

-- Written before a request leaves the program.
create table world_sendings (
  id integer primary key autoincrement,
  what text not null,
  at integer not null
) strict;
`
