-- What is written for every binding and every fact, with fewer pages.

-- When to look whether a binding's time is over; null: never. One timer for all of them stands at the first of these times.
alter table bindings add column look_at integer;
update bindings set look_at = (select due_at from work where name = 'binding:' || bindings.id) where status <> 'ended';
create index bindings_to_look on bindings (look_at) where look_at is not null;
delete from work where kind = 'routing.expire-binding';
insert into work (kind, lane, key, parent, subject, name, state, due_at, attempts, fence, created_at)
  select 'routing.expire-bindings', 'timers', 'bindings', '', '', 'bindings', 'ready', min(look_at), 0, 0, min(look_at)
  from bindings where look_at is not null having count(*) > 0;

-- Facts are numbered in the order of their time: the oldest are found by that.
drop index facts_by_age;
