-- What an account has to remember for its platform's sake: where it was in the stream of events, which webhooks it made.
-- No credential is ever among it.
create table channel_notes (
  channel    text not null,
  account_id text not null,
  name       text not null,
  value      text not null,
  updated_at integer not null,
  primary key (channel, account_id, name)
) strict, without rowid;
