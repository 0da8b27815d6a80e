-- What agents attach: copies of files of their own folders.

-- In the order in which it was attached.
alter table event_files add column position integer not null default 0;
-- The turn whose answer will carry it; until then it stands with the call that attached it. Null: it stands where it belongs.
alter table event_files add column answer_of text;
create index event_files_of_answer on event_files (answer_of, position) where answer_of is not null;

-- In which session an agent attached it; null for what people and guests brought.
alter table files add column made_in text references sessions (id);
create index files_made_in on files (made_in) where made_in is not null;
