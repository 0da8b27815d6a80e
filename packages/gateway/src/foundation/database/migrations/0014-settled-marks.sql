-- Platforms tell some things in another order than they were written in. After a gap one reads on from something that is
-- old enough for everything before it to have come, and not from the newest: what stood before that and was lost would never
-- be missed. `settled_id` is that; `next_settled_id` takes its place once it is old enough itself.
alter table place_marks add column settled_id text not null default '';
alter table place_marks add column next_settled_id text not null default '';
alter table place_marks add column next_settled_at integer not null default 0;

update place_marks set settled_id = event_id, next_settled_id = event_id, next_settled_at = heard_at;
