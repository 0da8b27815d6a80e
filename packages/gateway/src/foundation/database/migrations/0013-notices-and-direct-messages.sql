-- What a notice that was told outside repeats: an entry of some log, or a session by its name. Once that is redacted, the
-- notice is found by it and taken back.
create table delivery_quotes (
  quoted_id text not null,
  cause text not null,
  primary key (quoted_id, cause)
) strict, without rowid;

create index delivery_quotes_of_cause on delivery_quotes (cause);

-- Of direct messages: with whom, as the platform knows them. Null for other places, and where nobody wrote since.
alter table conversations add column platform_id text;
