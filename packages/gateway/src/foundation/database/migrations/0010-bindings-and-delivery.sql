-- Which place belongs to which session, and what is to become visible on outside channels.

create table bindings (
  id text primary key,
  channel text not null,
  account_id text not null,
  conversation_id text not null,
  parent_conversation_id text,
  -- 'web', 'dm', 'group', 'channel', 'thread'
  place_kind text not null,
  session_id text not null references sessions (id),
  session_key text not null,
  agent_id text not null,
  -- 'subagent', 'session', 'acp'
  target_kind text not null,
  -- 'active', 'ending', 'ended'
  status text not null,
  -- Null: nobody did.
  bound_by text,
  bound_by_name text not null,
  label text,
  run_id text,
  -- Heddle opened the place for it.
  is_opened integer not null,
  -- 0: for ever.
  idle_ms integer not null,
  max_age_ms integer not null,
  bound_at integer not null,
  last_activity_at integer not null,
  ended_at integer,
  end_reason text,
  ended_by text
) strict, without rowid;

create unique index bindings_in_force on bindings (channel, account_id, conversation_id) where status <> 'ended';
create index bindings_at_place on bindings (channel, account_id, conversation_id, id);
create index bindings_of_session on bindings (session_id, id);
create index bindings_by_end on bindings (ended_at) where ended_at is not null;
-- What is no longer bound is history: the list of what is goes past it.
create index bindings_newest on bindings (id) where status <> 'ended';

-- They call a sub-agent by its label, which may be redacted.
create index session_binding_events on session_events (session_id) where kind in ('binding.made', 'binding.ended');

-- One row for each part of what is to be seen somewhere else.
create table deliveries (
  id text primary key,
  -- The first part of the same text: what belongs together stands together in its lane.
  lead_id text not null,
  -- 'message', 'edit', 'delete', 'open', 'close'
  kind text not null,
  -- What it is for; together with where and which part, it is there once.
  cause text not null,
  -- Names the place, and with it the order: empty for what has none.
  destination text not null,
  part integer not null,
  parts integer not null,
  channel text,
  account_id text,
  conversation_id text,
  parent_conversation_id text,
  session_id text,
  event_id text,
  run_id text,
  text text not null,
  -- Who speaks, buttons, the title of what is opened, which message is changed: JSON.
  extra text not null,
  state text not null,
  reason text,
  detail text,
  attempts integer not null,
  -- It was not known what became of it, and it was sent again: one looks whether it is there twice.
  is_resent integer not null,
  next_at integer not null,
  -- Of what is opened: given up after that.
  expires_at integer,
  started_at integer,
  platform_id text,
  link text,
  created_at integer not null,
  updated_at integer not null,
  sent_at integer
) strict, without rowid;

create unique index deliveries_once on deliveries (cause, destination, part);
create index deliveries_in_lane on deliveries (destination, lead_id, part)
  where destination <> '' and state in ('queued', 'sending', 'waiting', 'unknown');
create index deliveries_to_open on deliveries (destination, expires_at)
  where kind = 'open' and state in ('queued', 'waiting');
create index deliveries_in_trouble on deliveries (id)
  where state in ('unknown', 'rejected', 'gave_up') or (state = 'waiting' and destination = '');
create index deliveries_open on deliveries (id) where state in ('queued', 'sending', 'waiting', 'unknown');
create index deliveries_withdrawn on deliveries (id) where state = 'withdrawn';
create index deliveries_by_end on deliveries (updated_at)
  where state in ('sent', 'rejected', 'gave_up', 'withdrawn');
create index deliveries_of_session on deliveries (session_id, id) where session_id is not null;
create index deliveries_of_event on deliveries (event_id) where event_id is not null;
create index deliveries_of_run on deliveries (run_id) where run_id is not null;
create index deliveries_by_platform_id on deliveries (channel, account_id, platform_id) where platform_id is not null;

-- How far each place has been written to: where to begin looking for what may be there.
create table delivery_lanes (
  destination text primary key,
  last_platform_id text,
  updated_at integer not null
) strict, without rowid;

create index delivery_lanes_by_use on delivery_lanes (updated_at);

create table delivery_accounts (
  channel text not null,
  account_id text not null,
  -- Null: not paused. Far away where somebody has to see to it.
  paused_until integer,
  paused_why text,
  -- When it was last let go on: what was asked before that says nothing about it any more.
  resumed_at integer not null,
  -- Requests that were refused since the beginning of the window.
  window_at integer not null,
  refused integer not null,
  primary key (channel, account_id)
) strict, without rowid;

-- Somebody focuses a session in a channel: until the platform thread for it is there.
create table wanted_focuses (
  id text primary key,
  session_id text not null references sessions (id),
  -- Null: nobody did.
  bound_by text,
  bound_by_name text not null,
  created_at integer not null
) strict, without rowid;

-- What came in and has to be taken in its turn, because something slow stands before it.
create table kept_arrivals (
  place text not null,
  number integer not null,
  channel text not null,
  account_id text not null,
  conversation_id text not null,
  event_id text not null,
  -- The event as it came, as JSON.
  event text not null,
  created_at integer not null,
  primary key (place, number)
) strict, without rowid;

-- The newest that was heard in each place: after a gap, what is newer is fetched.
create table place_marks (
  channel text not null,
  account_id text not null,
  conversation_id text not null,
  parent_conversation_id text,
  event_id text not null,
  heard_at integer not null,
  -- How often in a row another program was heard there, since a person was.
  bot_turns integer not null,
  primary key (channel, account_id, conversation_id)
) strict, without rowid;

create index place_marks_of_account on place_marks (channel, account_id, heard_at);

-- Codes by which a member and an account elsewhere find to each other; one of the two is known when it is made.
create table link_codes (
  code_hash blob primary key,
  person_id text references people (id),
  guest_id text references guests (id),
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index link_codes_by_end on link_codes (expires_at);
create index link_codes_of_person on link_codes (person_id) where person_id is not null;
create index link_codes_of_guest on link_codes (guest_id) where guest_id is not null;
alter table guests add column linked_at integer;
create index guests_of_person on guests (person_id) where person_id is not null;
-- What a guest said becomes the member's that they turn out to be.
create index events_of_guest on session_events (actor_id) where actor_kind = 'guest';

-- A sub-agent that is to have a conversation of its own: 'wanted' until it has it, then 'given'.
alter table runs add column place text;
-- To what its spawn narrowed the tools: JSON, or null. What goes on in its place keeps to it.
alter table runs add column tools text;

-- Of a run that has ended: its last turn, and the binding in whose place it is told, which may end with it.
alter table runs add column last_turn_id text;
alter table runs add column bound_id text;

-- Of a session that goes on where another one ended: that one, and what it may use at most.
alter table sessions add column continues_id text;
alter table sessions add column rights text;

-- What the result of a tool repeats: an entry of some log, or, where it lists a session or a run, that. Once one of them is
-- redacted the result is found by it, and redacted too.
create table event_quotes (
  quoted_id text not null,
  quoting_id text not null,
  primary key (quoted_id, quoting_id)
) strict, without rowid;

-- Of a run whose session is archived: lists of ended runs go past it without reading it.
alter table runs add column is_put_away integer not null default 0;
update runs set is_put_away = 1 where session_id in (select id from sessions where state = 'archived');
create index runs_ended_of_parent on runs (parent_id, id) where ended_at is not null and is_put_away = 0;
create index runs_ended_of_root on runs (root_id, id) where ended_at is not null and is_put_away = 0;
