// I2, I3: the end of a run is told in its parent's log once, with the end itself, at most once more at the root, and nowhere
// else; what was told was heard by one turn, waits, or was kept from the parent for a reason that is on record.

import { noneOf } from '../../sessions/invariants/sessions-evidence.ts'

const told = `told as (
  select id, session_id, created_at, payload ->> '$.runId' as run_id, payload ->> '$.toldFor.why' as why
  from session_events where kind = 'subagent.finished')`

export const endsAreToldOnce = noneOf(
  'I2',
  'commit',
  `with ${told}
   select r.id, r.state, count(t.id) as times, min(t.id) as event, r.finished_event_id, r.ended_at,
     min(t.created_at) as told_at
   from runs r left join told t on t.run_id = r.id and t.session_id = r.parent_id and t.why is null
   group by r.id having times <> (r.ended_at is not null) or event is not r.finished_event_id
     or told_at is not r.ended_at`,
  (row) =>
    `${row['id']} is ${row['state']} since ${row['ended_at']}, and its parent was told ${row['times']} times, at ${row['told_at']}`,
)

export const rootsAreToldOnce = noneOf(
  'I2',
  'commit',
  `with ${told}
   select r.id, count(t.id) as times, r.root_event_id, min(t.id) as event, min(t.why) as why from runs r
   left join told t on t.run_id = r.id and (t.why is not null or t.session_id <> r.parent_id)
   group by r.id having times > 1 or event is not r.root_event_id
     or (times = 1 and (min(t.session_id) <> r.root_id or why is null or r.root_id = r.parent_id))`,
  (row) => `${row['id']} was told ${row['times']} times besides at its parent, because ${row['why']}`,
)

export const factsAreToldOnce = noneOf(
  'I2',
  'start',
  `select r.id, r.state, (select count(*) from facts f where f.kind = 'run_finished'
     and f.payload ->> '$.runId' = r.id) as times
   from runs r where times <> (r.ended_at is not null)`,
  (row) => `${row['id']} is ${row['state']}, and ${row['times']} facts say that it has ended`,
)

/** Kept from the parent: the skip word, an end by the parent's own hand, a parent that will tell nobody any more. */
export const announcementsAreAccountedFor = noneOf(
  'I3',
  'start',
  `with taken as (
     select m.value as id, count(*) as times from session_events e, json_each(e.payload, '$.messages') m
     where e.kind in ('turn.started', 'message.taken') group by m.value)
   select r.id, r.finished_event_id, i.event_id is not null as waits, coalesce(t.times, 0) as heard,
     (r.is_skipped = 1 or (r.is_quiet = 1 and r.ending_by = 'its parent')
       or coalesce(a.is_over = 1 and a.ended_at <= r.ended_at, 0)
       or exists (select 1 from facts f where f.kind = 'session_ended' and f.created_at <= r.ended_at
         and f.payload ->> '$.sessionId' = r.parent_id)) as is_kept
   from runs r
   left join runs a on a.session_id = r.parent_id
   left join session_inbox i on i.event_id = r.finished_event_id
   left join taken t on t.id = r.finished_event_id
   where r.ended_at is not null and waits + heard <> 1
     and not (is_kept and waits + heard = 0)`,
  (row) =>
    `what ${row['id']} came to waits ${row['waits']} times, was heard by ${row['heard']} turns, and there is no reason`,
)

export const skippedIsKept = noneOf(
  'I2',
  'start',
  `select r.id, e.payload ->> '$.result' as result from runs r join session_events e on e.id = r.finished_event_id
   where r.is_skipped = 1 and (result <> '' or r.state <> 'succeeded' or r.root_event_id is not null
     or exists (select 1 from session_inbox i where i.event_id = e.id))`,
  (row) => `${row['id']} was to be skipped, and its parent hears "${row['result']}"`,
)

/** The word alone counts, and nothing that merely contains it. */
export const skipNeedsTheExactWord = noneOf(
  'I2',
  'start',
  `select r.id, m.payload ->> '$.text' as text from runs r
   join session_events e on e.id = r.finished_event_id
   join session_events m on m.id = e.root_id
   where r.state = 'succeeded' and m.kind = 'message.agent'
     and (r.is_skipped = 1) <> (trim(m.payload ->> '$.text', char(32, 10, 13, 9)) = 'ANNOUNCE_SKIP')`,
  (row) => `${row['id']} ended with "${row['text']}"`,
)

export const completionsAreDecided = noneOf(
  'I3',
  'rest',
  `select r.id, r.state, c.reason from runs r left join completions c on c.run_id = r.id
   where (r.ended_at is not null) <> (c.run_id is not null)`,
  (row) => `${row['id']} is ${row['state']}, and where it is told is decided as ${row['reason']}`,
)
