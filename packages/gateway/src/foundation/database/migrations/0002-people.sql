-- People, how they get in, and what they did.

-- One name space for people and agents. A row stays when its person takes another handle or is removed: what was
-- written with it must never come to mean somebody else.
create table handles (
  handle text primary key,
  owner_kind text not null check (owner_kind in ('person', 'agent')),
  owner_id text not null
) strict, without rowid;

create index handles_by_owner on handles (owner_id);

create table people (
  id text primary key,
  handle text not null,
  name text not null,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  state text not null check (state in ('active', 'removed')),
  -- Null: nobody can sign in as them until one is set.
  password_hash text,
  time_zone text,
  -- Handle and name in the form that a search is compared with; SQLite folds only ASCII letters by itself.
  search_text text not null,
  preferences text not null,
  -- When what could let a removed person in was deleted.
  swept_at integer,
  version integer not null,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

create unique index people_by_handle on people (state, handle);
create index people_searched on people (state, handle, search_text);
create index people_by_role on people (role, state);

-- Someone known from a platform by an immutable id who has no account here.
create table guests (
  id text primary key,
  channel text not null,
  account_id text not null,
  platform_id text not null,
  name text not null,
  person_id text references people (id),
  created_at integer not null,
  unique (channel, account_id, platform_id)
) strict, without rowid;

create table invites (
  id text primary key,
  -- owner_link: made by a start without an owner, and void as soon as there is one.
  kind text not null check (kind in ('invite', 'owner_link')),
  code_hash blob not null unique,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  note text not null,
  created_by text references people (id),
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  -- Deferred, because the code is taken before its person is made: of two at once, the later must fail on the code.
  used_by text references people (id) deferrable initially deferred,
  revoked_at integer
) strict, without rowid;

create index invites_by_maker on invites (created_by);
create index invites_open on invites (expires_at) where used_at is null and revoked_at is null;

create table sign_ins (
  id text primary key,
  token_hash blob not null unique,
  person_id text not null references people (id),
  device text not null,
  address text not null,
  created_at integer not null,
  last_seen_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index sign_ins_by_person on sign_ins (person_id, id);
create index sign_ins_by_end on sign_ins (expires_at);

create table tokens (
  id text primary key,
  token_hash blob not null unique,
  person_id text not null references people (id),
  name text not null,
  -- Separated by spaces.
  scopes text not null,
  -- The token that made this one, if one did; both are revoked together.
  made_by text,
  created_at integer not null,
  last_used_at integer,
  expires_at integer
) strict, without rowid;

create index tokens_by_person on tokens (person_id, id);
create index tokens_by_end on tokens (expires_at) where expires_at is not null;

create table audit (
  id text primary key,
  at integer not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  outcome text not null check (outcome in ('allowed', 'refused')),
  resource text,
  detail text not null
) strict, without rowid;

-- What a repeated request is answered with. The answer may hold a credential, so it is sealed.
create table idempotency (
  scope text not null,
  key text not null,
  fingerprint blob not null,
  sealed_answer blob not null,
  created_at integer not null,
  primary key (scope, key)
) strict, without rowid;

create index idempotency_by_age on idempotency (created_at);
