-- What people say about single moments of sessions, whom they name, and whom that is told to.

-- One for each event that is discussed.
create table threads (
  id text primary key,
  session_id text not null,
  anchor_event_id text not null,
  -- Where the anchor stands in the timeline.
  anchor_place integer not null,
  -- The member who wrote what it is about; null for agents, guests and Heddle.
  anchor_author_id text,
  state text not null check (state in ('active', 'orphaned_anchor')),
  resolved_at integer,
  resolved_by text references people (id),
  created_by text not null references people (id),
  created_at integer not null,
  updated_at integer not null,
  last_reply_at integer,
  reply_count integer not null,
  -- Of the newest reply, in the log of its session.
  last_reply_seq integer not null,
  -- The entry of the log that told of it.
  event_id text not null
) strict, without rowid;

create unique index threads_by_anchor on threads (anchor_event_id);
create index threads_in_order on threads (session_id, created_at, id);
create index threads_by_place on threads (session_id, anchor_place);
create index threads_open on threads (session_id, created_at, id) where resolved_at is null;
create index threads_resolved on threads (session_id, created_at, id) where resolved_at is not null;

create table replies (
  id text primary key,
  thread_id text not null references threads (id),
  session_id text not null,
  author_id text not null references people (id),
  body text not null,
  client_message_id text not null,
  -- Of the text that was sent under that id first: the same id with another text is a conflict, for ever.
  fingerprint blob not null,
  -- JSON: the handles that were taken, and those that were not, with the reason.
  mentions text not null,
  rejected text not null,
  -- JSON: what mentions of agents set off, each agent once.
  handed_over text not null,
  -- JSON: what was answered when it was posted, for whoever asks again with the same id.
  answer text not null,
  created_at integer not null,
  edited_at integer,
  deleted_at integer,
  -- The entry of the log that told of it, and its place there.
  event_id text not null,
  seq integer not null,
  -- The one that holds its words now: the newest that told of it.
  words_event_id text not null
) strict, without rowid;

create unique index replies_once on replies (thread_id, author_id, client_message_id);
create index replies_in_order on replies (thread_id, created_at, id);
create index replies_by_event on replies (event_id);
create index replies_by_seq on replies (thread_id, seq, author_id, deleted_at);
create index replies_of_author on replies (thread_id, author_id) where deleted_at is null;

-- Who was named in what: a message or a reply, by the entry of the log that holds it or told of it.
create table mentions (
  source_event_id text not null,
  person_id text not null references people (id),
  session_id text not null,
  thread_id text,
  -- Who named them; null for agents and guests.
  actor_id text,
  -- Of what an agent wrote: in which turn.
  turn_id text,
  created_at integer not null,
  -- When they first said something there afterwards.
  answered_at integer,
  primary key (source_event_id, person_id)
) strict, without rowid;

create index mentions_unanswered on mentions (session_id, person_id, created_at) where answered_at is null;
create index mentions_by_time on mentions (created_at);
create index mentions_of_turn on mentions (turn_id) where turn_id is not null;

-- What was handed to an agent by hand, once for each id that its client gave it.
create table hand_overs (
  thread_id text not null references threads (id),
  actor_id text not null,
  client_message_id text not null,
  -- Of what was said with it.
  fingerprint blob not null,
  session_id text not null,
  event_id text not null,
  seq integer not null,
  created_at integer not null,
  primary key (thread_id, actor_id, client_message_id)
) strict, without rowid;

-- How far somebody has read in a thread.
create table thread_marks (
  person_id text not null,
  thread_id text not null references threads (id),
  seq integer not null,
  updated_at integer not null,
  primary key (person_id, thread_id)
) strict, without rowid;

-- One for each source and person, by the strongest reason.
create table notifications (
  id text primary key,
  source_event_id text not null,
  -- Of the source; where that is no entry of a log, what led to it.
  caused_by_event_id text not null,
  person_id text not null references people (id),
  session_id text not null,
  thread_id text,
  reply_id text,
  -- Where the page opens.
  event_id text not null,
  -- Where its source stands in the log of the session: whoever has read so far has read it.
  seq integer not null,
  reason text not null,
  -- JSON.
  also_reasons text not null,
  -- 0: its person wants to be told of such things elsewhere alone.
  in_inbox integer not null,
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  created_at integer not null,
  read_at integer
) strict, without rowid;

create unique index notifications_once on notifications (source_event_id, person_id);
create index notifications_of_person on notifications (person_id, id) where in_inbox = 1;
create index notifications_unread on notifications (person_id, session_id, thread_id, seq) where read_at is null;
create index notifications_of_reply on notifications (reply_id) where reply_id is not null;
create index notifications_by_age on notifications (created_at);

-- How far it has come on each channel. What the outbox knows of it is read there, by the cause.
create table notification_deliveries (
  notification_id text not null references notifications (id),
  channel text not null,
  person_id text not null,
  status text not null check (
    status in ('pending', 'held', 'delivered', 'retrying', 'failed', 'suppressed', 'unknown')
  ),
  why text,
  -- Of the item in the outbox; several of one discussion may share one.
  cause text,
  attempts integer not null,
  last_error text,
  -- Of the message there.
  link text,
  -- When it is looked at next.
  due_at integer,
  updated_at integer not null,
  primary key (notification_id, channel)
) strict, without rowid;

create index notification_deliveries_by_cause on notification_deliveries (cause) where cause is not null;
create index notification_deliveries_due on notification_deliveries (person_id, channel, due_at) where due_at is not null;
create index notification_deliveries_open on notification_deliveries (channel, status)
  where status in ('pending', 'held', 'retrying', 'unknown');

-- Who has written in the threads of a session, and how many sessions there are in which two or more have.
create table thread_writers (
  session_id text not null,
  person_id text not null,
  primary key (session_id, person_id)
) strict, without rowid;

create table collaboration_figures (
  name text primary key,
  value integer not null
) strict, without rowid;
