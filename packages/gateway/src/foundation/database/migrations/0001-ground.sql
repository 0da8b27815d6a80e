-- The ground: what the store knows about itself, facts, and durable work.

create table meta (
  key text primary key,
  value text not null
) strict, without rowid;

create table facts (
  id text primary key,
  kind text not null,
  payload text not null,
  created_at integer not null
) strict, without rowid;

create index facts_by_age on facts (created_at);

-- A row says "look at X". ready: may run when due; blocked: stands behind another row of its key;
-- running: leased; dead: gave up, kept to be seen.
create table work (
  id integer primary key autoincrement,
  kind text not null,
  lane text not null,
  key text not null,
  parent text not null,
  subject text not null,
  fact_id text,
  name text,
  state text not null check (state in ('ready', 'blocked', 'running', 'dead')),
  due_at integer not null,
  again_at integer,
  attempts integer not null,
  lease_until integer,
  fence integer not null,
  last_error text,
  created_at integer not null
) strict;

create unique index work_once_per_fact on work (fact_id, kind) where fact_id is not null;
create unique index work_by_name on work (name) where name is not null;
create index work_due on work (lane, due_at, id) where state = 'ready';
create index work_fair on work (lane, parent, due_at, id) where state = 'ready' and parent <> '';
create index work_by_key on work (key, id);
create unique index work_one_at_a_time on work (key) where state = 'running';
create index work_leased on work (lease_until) where state = 'running';
create index work_dead on work (id) where state = 'dead';

create table secrets (
  name text primary key,
  sealed blob not null,
  key_id text not null,
  updated_at integer not null
) strict, without rowid;

create table settings (
  key text primary key,
  value text not null,
  updated_at integer not null,
  updated_by text
) strict, without rowid;
