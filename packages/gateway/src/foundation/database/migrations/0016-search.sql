-- What can be found by its words. The index trails the logs: of each session it is known how far its log was taken in.
alter table sessions add column search_seq integer not null default 0;
-- Texts from this number on have to learn anew who may find them; 0: none.
alter table sessions add column search_from integer not null default 0;

-- Those of which there is more to take in, the latest activity last.
create index sessions_to_search on sessions (active_at) where seq > search_seq or search_from > 0;

create table search_texts (
  -- Grows with the time at which it was said, 1024 numbers for each millisecond: the newest is found first.
  id integer primary key,
  -- The entry of the log that holds it, or the reply.
  source_id text not null,
  session_id text not null,
  -- Of the entry that holds it now.
  seq integer not null,
  -- Signs of where and for whom it is found, and its words, each as the index has them: taking something out of the
  -- index needs exactly what was put in.
  places text not null,
  words text not null
) strict;

create unique index search_texts_by_source on search_texts (source_id);
create index search_texts_of_session on search_texts (session_id, id);

-- The words come folded and apart, so nothing is left to do but to split them.
create virtual table search_words using fts5 (
  places,
  words,
  content = 'search_texts',
  content_rowid = 'id',
  tokenize = 'ascii',
  columnsize = 0
);

-- What is taken out is gone from the file, not only marked.
insert into search_words (search_words, rank) values ('secure-delete', 1);

create virtual table search_terms using fts5vocab ('search_words', 'instance');
