-- Tools: calls on their way, approvals, what a turn must remember of its model, budgets, and the past in fewer words.

-- A call that has no result yet. Whoever takes the turn up after a crash sees from it whether the call was made.
create table tool_calls (
  -- Of the `tool.call`.
  event_id text primary key,
  session_id text not null references sessions (id),
  turn_id text not null references turns (id),
  -- The place among the calls of its turn.
  seq integer not null,
  step integer not null,
  call_id text not null,
  -- 'open': nobody has made it. 'running': it was made, or was about to be.
  state text not null,
  approval_id text,
  started_at integer
) strict, without rowid;

create index tool_calls_of_turn on tool_calls (turn_id, seq);

create table approvals (
  id text primary key,
  session_id text not null references sessions (id),
  turn_id text not null references turns (id),
  agent_id text not null,
  -- Of the `approval.asked`, and of the `tool.call` that it is about.
  event_id text not null,
  call_event_id text not null,
  call_id text not null,
  tool text not null,
  arguments text not null,
  -- SHA-256 of tool and arguments, in hex: what was decided holds for nothing else.
  call_hash text not null,
  why text not null,
  reason text not null,
  scope_key text not null,
  scope_label text not null,
  -- Who set off the turn; null for what nobody did.
  requester_id text,
  -- 'pending', 'once', 'session', 'deny', 'expired', 'withdrawn'
  state text not null,
  decided_by text,
  decided_name text,
  note text,
  asked_at integer not null,
  expires_at integer not null,
  decided_at integer,
  -- When the one call that it allows was made.
  used_at integer
) strict, without rowid;

-- With the state in it, because nothing else makes SQLite take it for a list in the order of the key.
create index approvals_pending on approvals (state, id) where state = 'pending';
create index approvals_of_session on approvals (session_id, id);
create index approvals_of_turn on approvals (turn_id);
create index approvals_of_call on approvals (call_event_id);

-- What needs no further word in this session, or in one turn of it.
create table approval_grants (
  session_id text not null references sessions (id),
  key text not null,
  -- '' for the whole session.
  turn_id text not null,
  approval_id text not null,
  created_at integer not null,
  primary key (session_id, key, turn_id)
) strict, without rowid;

-- What a provider wants to see again in the same turn: signatures of thoughts and calls. Goes with the turn.
create table turn_steps (
  turn_id text not null references turns (id),
  step integer not null,
  -- provider/model that wrote it; no other can read it.
  model text not null,
  vendor text not null,
  primary key (turn_id, step)
) strict, without rowid;

alter table turns add column is_tainted integer not null default 0;
alter table turns add column waits_for text;
-- The model that answers when the turn's own could not; null while it can.
alter table turns add column fallback_model text;
alter table turns add column requester_id text;

alter table sessions add column is_tainted integer not null default 0;
alter table sessions add column open_approvals integer not null default 0;
-- Through which entry the past was put into fewer words, and where those stand; 0 if never.
alter table sessions add column compacted_through_seq integer not null default 0;
alter table sessions add column compaction_seq integer not null default 0;
alter table sessions add column is_compaction_asked integer not null default 0;
-- While it is asked for: what is to be kept above all, in somebody's words, and who that is.
alter table sessions add column compaction_wish text;
alter table sessions add column compaction_asker text;

create index session_compactions on session_events (session_id, seq) where kind = 'compaction';

-- What was used of each budget. scope and key: 'tree' and its root, 'member' and person:day, 'day' and the day; 'run' is
-- counted in its turn, and stands here only for what was added.
create table budget_uses (
  scope text not null,
  key text not null,
  tokens integer not null,
  cost_micros integer not null,
  -- What somebody added to the limit.
  added_tokens integer not null default 0,
  added_micros integer not null default 0,
  -- When the notice at 80 % was given, for the limit as it was then.
  warned_tokens integer,
  warned_micros integer,
  -- Of a tree: the model of which people were told that its money or its tokens are not counted.
  uncounted_model text,
  updated_at integer not null,
  primary key (scope, key)
) strict, without rowid;

-- What trees have used so far, those turns included that run right now. Sessions have no children yet.
insert into budget_uses (scope, key, tokens, cost_micros, updated_at)
select
  'tree',
  sessions.id,
  sessions.input_tokens + sessions.output_tokens + coalesce(turns.input_tokens + turns.output_tokens, 0),
  coalesce(sessions.cost_micros, 0) + coalesce(turns.cost_micros, 0),
  sessions.updated_at
from sessions
left join turns on turns.id = sessions.turn_id
where sessions.input_tokens + sessions.output_tokens + coalesce(turns.input_tokens + turns.output_tokens, 0) > 0;

-- Providers of any kind: those of vendors need not say where they are.
create table model_providers_of_any_kind (
  name text primary key,
  kind text not null,
  -- Null: the vendor's own address.
  base_url text,
  -- The models as the configuration file would have them, as JSON.
  models text not null,
  created_at integer not null,
  updated_at integer not null,
  updated_by text references people (id)
) strict, without rowid;
insert into model_providers_of_any_kind
  select name, kind, base_url, models, created_at, updated_at, updated_by from model_providers;
drop table model_providers;
alter table model_providers_of_any_kind rename to model_providers;
