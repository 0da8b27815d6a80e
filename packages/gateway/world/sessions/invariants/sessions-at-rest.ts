// I49: when nothing goes wrong any more, everything drains: no turn runs, nothing waits, no text is half written, no
// work is left or given up, every answer was told somewhere.

import type { Rows } from '../../invariants/invariant.ts'
import { noneOf } from './sessions-evidence.ts'

export function isDrained(rows: Rows): boolean {
  return rows('select 1 from work limit 1').length === 0
}

export const noWorkIsLeft = noneOf(
  'I49',
  'rest',
  'select kind, key, state, attempts, last_error from work order by id',
  (row) =>
    `${row['kind']} ${row['key']} is ${row['state']} after ${row['attempts']} attempts: ${row['last_error']}`,
)

export const nothingWaits = noneOf(
  'I49',
  'rest',
  `select s.id, s.state, s.queued, s.turn_id from sessions s
   where s.state not in ('idle', 'over', 'archived') or s.queued > 0 or s.turn_id is not null`,
  (row) => `${row['id']} is ${row['state']}, ${row['queued']} wait, ${row['turn_id']} runs`,
)

export const nothingIsHalfWritten = noneOf(
  'I49',
  'rest',
  `select id from session_events where completed_seq = 0
   union all select event_id from session_drafts
   union all select event_id from session_inbox where is_quiet = 0
   union all select event_id from tool_calls
   union all select id from approvals where state = 'pending'`,
  (row) => `${row['id']} is left half done`,
)

export const everyAnswerWasTold = noneOf(
  'I49',
  'rest',
  `select t.id from turns t left join turn_replies r on r.turn_id = t.id
   where coalesce(t.conversation, '') <> '' and r.turn_id is null
     and not exists (select 1 from runs join completions c on c.run_id = runs.id
       where runs.last_turn_id = t.id and runs.bound_id is not null)`,
  (row) => `nobody decided where the answer of ${row['id']} is told`,
)

export const everyCallHasItsResult = noneOf(
  'tools',
  'rest',
  `select e.turn_id, t.state, e.payload ->> '$.callId' as call_id,
     sum(e.kind = 'tool.call') as calls, sum(e.kind = 'tool.result') as results
   from session_events e join turns t on t.id = e.turn_id
   where e.kind in ('tool.call', 'tool.result')
   group by 1, 3 having calls <> results`,
  (row) =>
    `${row['call_id']} of the ${row['state']} turn ${row['turn_id']} has ${row['results']} results for ${row['calls']} calls`,
)
