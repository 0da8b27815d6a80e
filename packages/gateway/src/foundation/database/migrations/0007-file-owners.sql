-- How much everyone keeps in files, so that an upload need not add up all of theirs.

create table file_owners (
  owner_id text primary key references people (id),
  -- Of all files of theirs, in use or not; the same bytes twice count twice.
  bytes integer not null
) strict, without rowid;

insert into file_owners
select owner_id, sum(bytes) from files where owner_id is not null group by owner_id;
