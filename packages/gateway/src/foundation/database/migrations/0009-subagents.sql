-- Sub-agents: what was given to whom, what it may do, how it ended and who was told.

create table runs (
  id text primary key,
  -- The sub-agent's own.
  session_id text not null unique references sessions (id),
  -- The one that it was spawned from, and the one at the top of its tree.
  parent_id text not null references sessions (id),
  root_id text not null references sessions (id),
  depth integer not null,
  -- How deep anything below it may go: never deeper than what its parent was given.
  depth_max integer not null,
  -- 'agent' or 'person'
  asked_by text not null,
  asker_name text not null,
  -- Of the `tool.call` that asked for it: the same call again spawns nothing.
  call_event_id text unique,
  agent_id text not null,
  label text,
  task text not null,
  -- 'run' or 'session'
  mode text not null,
  -- 'delete' or 'keep'
  cleanup text not null,
  model text,
  thinking text,
  timeout_ms integer not null,
  -- Where and by whom all of it was asked for; frozen, and the same for everything below.
  origin text not null,
  -- What it may use at most: policies in force when it was spawned, the strictest of which holds.
  rights text not null,
  -- 'queued', 'running', then how it ended
  state text not null,
  -- How it will end, decided before it has: 'cancelled' or 'timed_out'
  ending text,
  ending_by text,
  -- It ends together with what is above it, or by its parent's own hand: that wakes nobody.
  is_quiet integer not null default 0,
  is_by_parent integer not null default 0,
  reason text,
  is_skipped integer not null default 0,
  -- Its session is over: it was a run, or somebody ended it.
  is_over integer not null default 0,
  last_line text not null default '',
  spawned_event_id text not null,
  -- Of the `subagent.finished` in the parent's log, and of the one at the root where the parent cannot tell it.
  finished_event_id text,
  root_event_id text,
  created_at integer not null,
  started_at integer,
  deadline_at integer,
  ended_at integer,
  archive_at integer
) strict, without rowid;

create index runs_of_parent on runs (parent_id, id);
create index runs_of_root on runs (root_id, id);
create index runs_active on runs (parent_id) where ended_at is null;
create index runs_by_end on runs (finished_event_id) where finished_event_id is not null;
create index runs_active_of_root on runs (root_id) where ended_at is null;

-- What only has to be known, and wakes nobody by itself: the next turn takes it along.
alter table session_inbox add column is_quiet integer not null default 0;

-- 'stop' or 'timed_out'
alter table turns add column stop_why text not null default 'stop';

-- Where a completion is told, and why there.
create table completions (
  run_id text primary key,
  destination text not null,
  reason text not null,
  place text,
  created_at integer not null
) strict, without rowid;

-- Sub-agents stand below their session and not beside it: a list of sessions goes past them without reading them.
-- The widest first: of several that would do, the newest is taken.
create index sessions_by_activity_top on sessions (active_at, id) where parent_id is null;
create index sessions_of_team_top on sessions (active_at, id)
  where visibility = 'team' and state <> 'archived' and parent_id is null;
create index sessions_of_team_top_archived on sessions (active_at, id)
  where visibility = 'team' and state = 'archived' and parent_id is null;

-- Of a sub-agent's session: whoever is listed in it is because they are in the one at the top.
alter table session_participants add column is_below integer not null default 0;
create index sessions_of_person_top on session_participants (person_id, active_at, session_id) where is_below = 0;

-- Of the session at the top: tool calls below it that wait for somebody's word.
alter table sessions add column open_below integer not null default 0;
