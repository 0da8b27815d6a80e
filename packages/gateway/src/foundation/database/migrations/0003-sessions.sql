-- Sessions, their logs, what waits in them and what runs in them; and the places where people write.

create table sessions (
  id text primary key,
  -- For people; several sessions may have had it, one has it now.
  key text not null,
  -- Whose personal session it is; empty for every other.
  key_owner text not null,
  is_current integer not null,
  agent_id text not null,
  kind text not null check (kind in ('chat', 'subagent', 'acp')),
  parent_id text references sessions (id),
  depth integer not null,
  state text not null check (state in ('idle', 'running', 'over', 'archived')),
  title text not null,
  -- none: nobody gave it one and nothing was said yet.
  title_from text not null check (title_from in ('none', 'first_message', 'person')),
  -- Title in the form that a search is compared with.
  search_text text not null,
  visibility text not null check (visibility in ('private', 'team')),
  created_by text references people (id),
  successor_id text references sessions (id),
  -- The newest entry of its log; the next is one more.
  seq integer not null,
  turn_id text,
  queued integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cached_tokens integer not null,
  -- Null as long as no price was known.
  cost_micros integer,
  version integer not null,
  created_at integer not null,
  updated_at integer not null,
  active_at integer not null
) strict, without rowid;

create unique index sessions_by_key on sessions (key, key_owner) where is_current = 1;
create index sessions_of_team on sessions (active_at, id) where visibility = 'team' and state <> 'archived';
create index sessions_of_team_archived on sessions (active_at, id) where visibility = 'team' and state = 'archived';
create index sessions_by_activity on sessions (active_at, id);
create index sessions_by_parent on sessions (parent_id, active_at) where parent_id is not null;

-- Who may see and write in a private session. The time is that of the session, so that a list needs no other order.
create table session_participants (
  session_id text not null references sessions (id),
  person_id text not null references people (id),
  active_at integer not null,
  primary key (session_id, person_id)
) strict, without rowid;

create index sessions_of_person on session_participants (person_id, active_at, session_id);

-- The log. Rows are never removed; redaction empties one.
create table session_events (
  session_id text not null,
  seq integer not null,
  id text not null,
  kind text not null,
  -- A row of the timeline, or only a change of one.
  is_row integer not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  caused_by text,
  turn_id text,
  -- The event that this one completes.
  target_seq integer,
  -- On a text that was begun before it was whole: the event that completed it, 0 until there is one.
  completed_seq integer,
  payload text not null,
  redacted_at integer,
  created_at integer not null,
  primary key (session_id, seq)
) strict, without rowid;

create unique index session_events_by_id on session_events (id);

-- Messages that wait, in the order of their position.
create table session_inbox (
  session_id text not null,
  event_id text not null primary key,
  seq integer not null,
  position integer not null,
  mode text not null check (mode in ('queue', 'steer')),
  author_id text,
  -- Where it was written, which is where its answer goes.
  conversation text not null,
  created_at integer not null
) strict, without rowid;

create index session_inbox_order on session_inbox (session_id, position, seq);

create table turns (
  id text primary key,
  session_id text not null references sessions (id),
  state text not null check (state in
    ('running', 'waiting', 'succeeded', 'failed', 'timed_out', 'cancelled', 'interrupted')),
  -- Set while someone works on it; still set at the next look means that they died.
  is_attempted integer not null,
  crashes integer not null,
  -- Attempts that failed for a reason of our own, and model calls in a row that may pass.
  troubles integer not null,
  failures integer not null,
  -- While it waits for a model: not before.
  retry_at integer,
  step integer not null,
  started_seq integer not null,
  conversation text,
  stop_asked_by text,
  stop_asked_at integer,
  model text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cached_tokens integer not null,
  cost_micros integer,
  reason text,
  started_at integer not null,
  ended_at integer
) strict, without rowid;

create index turns_by_session on turns (session_id, id);

-- Text that an agent is writing, as far as the disk has it.
create table session_drafts (
  event_id text primary key,
  session_id text not null,
  turn_id text not null,
  seq integer not null,
  kind text not null check (kind in ('message.agent', 'reasoning')),
  step integer not null,
  attempt integer not null,
  text text not null,
  updated_at integer not null
) strict, without rowid;

create index session_drafts_by_turn on session_drafts (turn_id);

create table read_marks (
  person_id text not null,
  session_id text not null,
  seq integer not null,
  updated_at integer not null,
  primary key (person_id, session_id)
) strict, without rowid;

-- What concerns one person, in the order in which they shall learn of it.
create table person_events (
  person_id text not null,
  seq integer not null,
  id text not null,
  kind text not null,
  payload text not null,
  created_at integer not null,
  primary key (person_id, seq)
) strict, without rowid;

create table person_logs (
  person_id text primary key,
  seq integer not null
) strict, without rowid;

-- Places where people write, and the session that hears what is written there when nothing else is bound.
create table conversations (
  channel text not null,
  account_id text not null,
  conversation_id text not null,
  parent_conversation_id text,
  kind text not null check (kind in ('web', 'dm', 'group', 'channel', 'thread', 'personal')),
  agent_id text not null,
  session_id text not null references sessions (id),
  created_at integer not null,
  primary key (channel, account_id, conversation_id)
) strict, without rowid;

create index conversations_by_session on conversations (session_id);

-- Everything that came in, once, by the id under which its platform knows it.
create table arrivals (
  channel text not null,
  account_id text not null,
  conversation_id text not null,
  event_id text not null,
  -- Of what was said: the same id with another text is refused. Empty once the text was redacted.
  fingerprint blob not null,
  -- Null for what nobody hears: of that nothing is kept but that it came.
  session_id text,
  message_id text,
  message_seq integer,
  reason text not null,
  answer text,
  created_at integer not null,
  primary key (channel, account_id, conversation_id, event_id)
) strict, without rowid;

create index arrivals_by_message on arrivals (message_id) where message_id is not null;

-- Where the answer of a turn was told, and why there.
create table turn_replies (
  turn_id text primary key,
  session_id text not null,
  destination text not null check (destination in ('bound', 'requester', 'parent', 'hold')),
  reason text not null,
  conversation text,
  created_at integer not null
) strict, without rowid;

create index turn_replies_by_session on turn_replies (session_id, turn_id);
