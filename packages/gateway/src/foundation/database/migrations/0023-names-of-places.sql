-- What places outside are called: as Heddle called them, or as their platform told it.

create table place_names (
  channel text not null,
  account_id text not null,
  conversation_id text not null,
  -- Of direct messages: who writes there. Empty: it was redacted, and is not learned again.
  name text not null,
  -- Whose label it was called by; null where others named it.
  session_id text,
  primary key (channel, account_id, conversation_id)
) strict, without rowid;

create index place_names_of_session on place_names (session_id) where session_id is not null;

-- What was opened before that is called by its label, where nothing else was ever bound there.
insert into place_names (channel, account_id, conversation_id, name, session_id)
select channel, account_id, conversation_id, '🤖 ' || substr(min(label), 1, 98), min(session_id)
from bindings
where channel <> 'web' and place_kind = 'thread'
group by channel, account_id, conversation_id
having count(*) = 1 and min(is_opened) = 1 and min(label) is not null;
