// Which rare states a world of trees got into, read from what its crashes and its end left in the database.

import type { Rows } from '../../invariants/invariant.ts'
import type { RareState, Sometimes } from '../../watch/sometimes.ts'

type Look = readonly [RareState, string]

/** When a life after the first has opened its store. */
const afterCrash: readonly Look[] = [
  [
    'a tree outlived a crash',
    'select 1 from runs p join runs c on c.parent_id = p.session_id where p.ended_at is null and c.ended_at is null limit 1',
  ],
  [
    'a wait for sub-agents outlived a crash',
    "select 1 from turns where ended_at is null and waits_for = 'children' limit 1",
  ],
  [
    'an announcement outlived a crash',
    `select 1 from session_inbox i join runs r on r.finished_event_id = i.event_id where i.is_quiet = 0 limit 1`,
  ],
  [
    'a deadline outlived a crash',
    'select 1 from runs where ended_at is null and ending is null and deadline_at is not null limit 1',
  ],
  [
    'a sub-agent that nobody had begun outlived a crash',
    "select 1 from runs where state = 'queued' and ended_at is null limit 1",
  ],
  [
    'the stop of a tree outlived a crash',
    'select 1 from runs where ending is not null and ended_at is null limit 1',
  ],
  [
    'the program died while a spawn was made',
    `select 1 from tool_calls c join session_events e on e.id = c.event_id
     where c.state = 'running' and e.payload ->> '$.name' = 'sessions_spawn' limit 1`,
  ],
]

const atRest: readonly Look[] = [
  ['a tree was three deep', 'select 1 from runs where depth >= 3 limit 1'],
  ['a tree was five deep', 'select 1 from runs where depth >= 5 limit 1'],
  [
    'one answer spawned several',
    `select 1 from session_events where kind = 'subagent.spawned' group by turn_id, caused_by is null
     having count(*) > 3 and turn_id is not null limit 1`,
  ],
  ['a session had ten sub-agents', 'select 1 from runs group by parent_id having count(*) >= 10 limit 1'],
  ['a run succeeded', "select 1 from runs where state = 'succeeded' limit 1"],
  ['a run failed', "select 1 from runs where state = 'failed' limit 1"],
  ['a run timed out', "select 1 from runs where state = 'timed_out' limit 1"],
  [
    'a run timed out with something below it',
    `select 1 from runs p join runs c on c.parent_id = p.session_id
     where p.state = 'timed_out' and c.state = 'cancelled' and c.ended_at <= p.ended_at limit 1`,
  ],
  ['a run was interrupted for good', "select 1 from runs where state = 'interrupted' limit 1"],
  [
    'a run was stopped before its first turn',
    `select 1 from runs where state = 'cancelled' and started_at is null limit 1`,
  ],
  ['a parent ended its own', "select 1 from runs where ending_by = 'its parent' limit 1"],
  ['a result was skipped', 'select 1 from runs where is_skipped = 1 limit 1'],
  [
    'several announcements were heard by one turn',
    `select 1 from session_events e, json_each(e.payload, '$.messages') m join runs r on r.finished_event_id = m.value
     where e.kind in ('turn.started', 'message.taken') group by e.id having count(*) > 1 limit 1`,
  ],
  [
    'an announcement was heard by a wait',
    `select 1 from session_events e, json_each(e.payload, '$.messages') m join runs r on r.finished_event_id = m.value
     where e.kind = 'message.taken' limit 1`,
  ],
  [
    'an announcement came while its parent worked',
    `select 1 from runs r join turns t on t.session_id = r.parent_id
     where t.started_at < r.ended_at and t.ended_at > r.ended_at limit 1`,
  ],
  [
    'an announcement went along with the next turn',
    `select 1 from session_inbox i join runs r on r.finished_event_id = i.event_id where i.is_quiet = 1 limit 1`,
  ],
  [
    'a result was told at the root because the parent was gone',
    `select 1 from session_events where kind = 'subagent.finished' and payload ->> '$.toldFor.why' = 'parent_gone' limit 1`,
  ],
  [
    'a result was told at the root because the parent failed',
    `select 1 from session_events where kind = 'subagent.finished' and payload ->> '$.toldFor.why' = 'parent_failed' limit 1`,
  ],
  [
    'an orchestrator gathered and told its own parent',
    `select 1 from runs p join runs c on c.parent_id = p.session_id
     where p.state = 'succeeded' and c.state = 'succeeded' limit 1`,
  ],
  [
    'a person talked to a sub-agent',
    `select 1 from session_events e join runs r on r.session_id = e.session_id
     where e.kind = 'message.user' and e.payload ->> '$.channel' = 'web' limit 1`,
  ],
  [
    'a person talked to a sub-agent after its run',
    `select 1 from turns t join runs r on r.session_id = t.session_id where t.started_at > r.ended_at limit 1`,
  ],
  ['a person spawned', "select 1 from runs where asked_by = 'person' limit 1"],
  [
    'a persistent sub-agent outlived its task',
    `select 1 from runs r join sessions s on s.id = r.session_id
     where r.mode = 'session' and r.is_over = 0 and s.state = 'idle' limit 1`,
  ],
  ['a spawn was refused for the number of children', refused('too_many_children')],
  ['a spawn on an unknown agent was refused', refused('unknown_agent')],
  [
    'a call was refused because a sub-agent may not make it',
    `select 1 from session_events e join runs r on r.session_id = e.session_id where e.kind = 'tool.result'
     and e.payload ->> '$.output' like 'The policy here denies %' limit 1`,
  ],
]

function refused(code: string): string {
  return `select 1 from session_events where kind = 'tool.result' and payload ->> '$.output' like '%"code":"${code}"%' limit 1`
}

export function noteStatesAfterCrash(rows: Rows, sometimes: Sometimes): void {
  note(afterCrash, rows, sometimes)
}

export function noteStatesAtRest(rows: Rows, sometimes: Sometimes): void {
  note(atRest, rows, sometimes)
}

function note(looks: readonly Look[], rows: Rows, sometimes: Sometimes): void {
  for (const [state, query] of looks) if (rows(query).length > 0) sometimes.saw(state)
}
