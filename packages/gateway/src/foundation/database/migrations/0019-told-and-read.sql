-- When something was tried first on a channel; null before that. What is tried in vain is given up so long after it.
alter table notification_deliveries add column tried_at integer;

-- Edits are read with the discussion that they stand in: also those of before.
update threads set last_reply_seq = max(last_reply_seq, coalesce((
    select max(e.seq) from replies r join session_events e on e.id = r.words_event_id
    where r.thread_id = threads.id and r.edited_at is not null
  ), 0));
