-- Files that people and agents hand to each other. Their bytes lie in the folder `files`, under their hash.

-- What lies there, and what may lie there: a row comes before its bytes and goes after them, so that bytes without a row
-- do not exist, whenever the power goes.
create table file_contents (
  -- SHA-256, in hex.
  hash text primary key,
  bytes integer not null,
  -- Since when no file is this; null while one is.
  idle_since integer
) strict, without rowid;

create index file_contents_idle on file_contents (idle_since) where idle_since is not null;

create table files (
  id text primary key,
  hash text not null references file_contents (hash),
  name text not null,
  media_type text not null,
  bytes integer not null,
  -- Of an image, in pixels.
  width integer,
  height integer,
  -- Null for what an agent made.
  owner_id text references people (id),
  created_at integer not null,
  -- Since when no message has it; null while one does.
  unused_since integer
) strict, without rowid;

create index files_by_hash on files (hash);
create index files_unused on files (unused_since, id) where unused_since is not null;
create index files_unused_of_owner on files (owner_id, unused_since) where unused_since is not null;

create table event_files (
  event_id text not null,
  file_id text not null references files (id),
  session_id text not null references sessions (id),
  primary key (event_id, file_id)
) strict, without rowid;

create index event_files_by_file on event_files (file_id, session_id);
