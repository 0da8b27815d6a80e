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

-- What was opened before that is called by its label; where that was redacted, or is another's by now, by nothing, and what its
-- platform still calls it is not learned.
insert into place_names (channel, account_id, conversation_id, name, session_id)
select channel, account_id, conversation_id,
  case when count(*) = 1 and min(label) is not null then '🤖 ' || substr(min(label), 1, 98) else '' end,
  (select o.session_id from bindings o where o.channel = b.channel and o.account_id = b.account_id
     and o.conversation_id = b.conversation_id order by o.id limit 1)
from bindings b
where channel <> 'web' and place_kind = 'thread'
group by channel, account_id, conversation_id
having max(is_opened) = 1;
