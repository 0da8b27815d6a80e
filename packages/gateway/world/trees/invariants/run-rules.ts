// SUB8, I12, I13: a run ends when nothing in it or below it is left to do, and then at once; how it ended is what the
// runtime saw; its time is a row.

import type { Rows } from '../../invariants/invariant.ts'
import { noneOf } from '../../sessions/invariants/sessions-evidence.ts'
import type { TreesInvariant } from './trees-evidence.ts'

export const nothingOutlivesItsRun = noneOf(
  'SUB8',
  'commit',
  `select r.id, r.ended_at, 'its child ' || c.id as what, c.ended_at as until from runs r
   join runs c on c.parent_id = r.session_id
   where r.ended_at is not null and c.created_at < r.ended_at
     and (c.ended_at is null or c.ended_at > r.ended_at)
   union all
   select r.id, r.ended_at, 'its turn ' || t.id, t.ended_at from runs r join turns t on t.session_id = r.session_id
   where r.ended_at is not null and t.started_at < r.ended_at and (t.ended_at is null or t.ended_at > r.ended_at)`,
  (row) => `${row['id']} ended at ${row['ended_at']}, and ${row['what']} went on until ${row['until']}`,
)

export const whatIsDoneEnds = noneOf(
  'SUB8',
  'commit',
  `select r.id, r.state from runs r join sessions s on s.id = r.session_id
   where r.ended_at is null and s.turn_id is null
     and not exists (select 1 from session_inbox i where i.session_id = s.id and i.is_quiet = 0)
     and not exists (select 1 from runs c where c.parent_id = s.id and c.ended_at is null)`,
  (row) => `${row['id']} is ${row['state']}, and nothing of it is left to do`,
)

interface EndedRow {
  id: string
  state: string
  reason: string | null
  ending: string | null
  status: string
  turn: string | null
  turn_reason: string | null
}

const words: Readonly<Record<string, string>> = {
  succeeded: 'success',
  failed: 'error',
  timed_out: 'timeout',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}

/** Derived anew from the turns; nothing that a model wrote has a part in it. */
export const statusIsTheRuntimes: TreesInvariant = {
  rule: 'I12',
  at: 'start',
  check({ rows }) {
    return readEnded(rows).flatMap((row) => {
      const expected = row.ending ?? endOf(row)
      const isRight = row.state === expected && row.status === words[row.state]
      return isRight ? [] : [`${row.id} is ${row.state}, told as ${row.status}, and should be ${expected}`]
    })
  },
}

function readEnded(rows: Rows): EndedRow[] {
  return rows<EndedRow>(
    `select r.id, r.state, r.reason, r.ending, e.payload ->> '$.status' as status, t.state as turn,
       t.reason as turn_reason
     from runs r join session_events e on e.id = r.finished_event_id
     left join turns t on t.id = (select max(x.id) from turns x
       where x.session_id = r.session_id and x.ended_at <= r.ended_at)
     where r.ended_at is not null`,
  )
}

function endOf({ turn, turn_reason }: EndedRow): string {
  // Its task was cancelled before anybody had begun it.
  if (turn === null) return 'cancelled'
  return turn === 'failed' && turn_reason === 'crashed' ? 'interrupted' : turn
}

export const deadlinesStand = noneOf(
  'I13',
  'commit',
  `select r.id, r.started_at, r.timeout_ms, r.deadline_at, w.due_at from runs r
   left join work w on w.name = 'run-deadline:' || r.id
   where r.ended_at is null and r.started_at is not null and r.timeout_ms > 0
     and (r.deadline_at is not r.started_at + r.timeout_ms
       or (r.ending is null and w.id is null) or w.due_at < r.deadline_at)`,
  (row) =>
    `${row['id']} has ${row['timeout_ms']} ms since ${row['started_at']}, and its timer is set to ${row['due_at']}`,
)

export const noRunIsLateTooEarly = noneOf(
  'I13',
  'start',
  `select id, ended_at, deadline_at from runs
   where (state = 'timed_out' or ending = 'timed_out')
     and (deadline_at is null or coalesce(ended_at, deadline_at) < deadline_at)`,
  (row) => `${row['id']} timed out at ${row['ended_at']}, and its time was over at ${row['deadline_at']}`,
)

export const allRunsEnd = noneOf(
  'I49',
  'rest',
  `select r.id, r.state, s.state as session from runs r join sessions s on s.id = r.session_id
   where r.ended_at is null or (r.mode = 'run' and s.state <> 'archived')`,
  (row) => `${row['id']} is ${row['state']} for ever, and its session ${row['session']}`,
)

export const deletedIsPutAwayAtOnce = noneOf(
  'SUB13',
  'start',
  `select r.id, s.state from runs r join sessions s on s.id = r.session_id
   where r.ended_at is not null and r.mode = 'run' and r.cleanup = 'delete' and s.state <> 'archived'`,
  (row) => `${row['id']} has ended and was to be put away with that, and its session is ${row['state']}`,
)
