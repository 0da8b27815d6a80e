-- Forks and their copies, the model of a session, how its last turn ended, and for whom it waits.

-- provider/model, instead of the agent's own.
alter table sessions add column model text;
-- It was said that this model is not there any more.
alter table sessions add column is_model_missed integer not null default 0;
alter table sessions add column last_outcome text check (last_outcome in ('succeeded', 'failed', 'cancelled'));
alter table sessions add column forked_from text references sessions (id);
alter table sessions add column forked_at_event text;
-- Where its last turn ended.
alter table sessions add column ended_seq integer not null default 0;
-- The newest entry that is news to everyone: what an agent said, how a turn ended.
alter table sessions add column news_seq integer not null default 0;
-- The newest message and who wrote it, and the newest that somebody else wrote before: news to all but its author.
alter table sessions add column said_seq integer not null default 0;
alter table sessions add column said_by text;
alter table sessions add column said_before_seq integer not null default 0;

update sessions set last_outcome = (
  select state from turns
  where turns.session_id = sessions.id and state in ('succeeded', 'failed', 'cancelled')
  order by id desc limit 1
);

-- Of an entry that was copied into a fork: the one that was written first. What redacts one redacts them all.
alter table session_events add column root_id text;
create index session_events_copies on session_events (root_id) where root_id is not null;

-- Who takes part: opened it, is listed, or has written in it; and since when an end of a turn waits to be seen by them.
create table session_attendance (
  session_id text not null references sessions (id),
  person_id text not null references people (id),
  waits_since integer,
  primary key (session_id, person_id)
) strict, without rowid;

create index sessions_that_wait on session_attendance (person_id, waits_since, session_id)
  where waits_since is not null;

insert into session_attendance (session_id, person_id) select session_id, person_id from session_participants;
-- In what the whole team may read, whoever wrote takes part too.
insert or ignore into session_attendance (session_id, person_id)
  select distinct e.session_id, e.actor_id
  from sessions as s
  join session_events as e on e.session_id = s.id
  join people as p on p.id = e.actor_id
  where s.visibility = 'team' and e.kind = 'message.user' and e.actor_kind = 'person';
