-- What is written for every entry of a log and for every binding, with fewer pages.

-- Whether the search has more of a session to take in. It is set once, however many entries follow: the index is written
-- with the first of them and not with each.
alter table sessions add column is_behind integer not null default 1;
drop index sessions_to_search;
update sessions set is_behind = 0 where seq <= search_seq and search_from = 0;
create index sessions_to_search on sessions (active_at) where is_behind = 1;

-- One index instead of two: at most one binding in force in a place, and behind it those that ended there, in their order.
drop index bindings_in_force;
drop index bindings_at_place;
create unique index bindings_at_place
  on bindings (channel, account_id, conversation_id, (case when status = 'ended' then id else '' end));
