-- Providers of models that admins set in the web, and what turns used, by the hour.

create table model_providers (
  name text primary key,
  kind text not null check (kind in ('openai-compatible')),
  base_url text not null,
  -- The models as the configuration file would have them, as JSON.
  models text not null,
  created_at integer not null,
  updated_at integer not null,
  updated_by text references people (id)
) strict, without rowid;

-- One row for each hour of UTC in which somebody's turns ended. Nobody's: empty, because a key has no null.
create table usage_hours (
  person_id text not null,
  hour integer not null,
  agent_id text not null,
  model text not null,
  turns integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  cached_tokens integer not null,
  -- Of the turns with a known price.
  cost_micros integer not null,
  unpriced_turns integer not null,
  primary key (person_id, hour, agent_id, model)
) strict, without rowid;

create index usage_hours_of_team on usage_hours (hour);

-- What ended before this was counted. The first message of a turn is what caused its beginning.
insert into usage_hours
select
  case when message.actor_kind = 'person' then coalesce(message.actor_id, '') else '' end,
  turns.ended_at / 3600000 * 3600000,
  sessions.agent_id,
  turns.model,
  count(*),
  sum(turns.input_tokens),
  sum(turns.output_tokens),
  sum(turns.cached_tokens),
  sum(coalesce(turns.cost_micros, 0)),
  sum(case when turns.cost_micros is null and turns.step > 0 then 1 else 0 end)
from turns
join sessions on sessions.id = turns.session_id
left join session_events as started
  on started.session_id = turns.session_id and started.seq = turns.started_seq
left join session_events as message on message.id = started.caused_by
where turns.ended_at is not null
group by 1, 2, 3, 4;
