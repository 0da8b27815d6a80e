// The tables of the ledger process. Effects and rings have no unique key on purpose: a second one must be seen, not
// refused.

import type { Migration } from '../src/foundation/database/migrate.ts'

export function ledgerMigration(version: number): Migration {
  return {
    version,
    name: 'chaos-ledger',
    sql: `
      create table ledger (id text primary key, due_at integer not null) strict;
      create table effects (id text not null) strict;
      create index effects_by_id on effects (id);
      create table rings (id text not null, at integer not null) strict;
      create index rings_by_id on rings (id);
    `,
  }
}
