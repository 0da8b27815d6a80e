// Which rare states a world got into, read from what its crashes and its end left in the database.

import type { Rows } from '../../invariants/invariant.ts'
import { askingTools } from '../model/ledger-tools.ts'
import type { RareState, Sometimes } from '../../watch/sometimes.ts'

const namesOf = (tools: readonly string[]) => tools.map((name) => `'${name}'`).join(', ')

type Look = readonly [RareState, string]

/** When a life after the first has opened its store. */
const afterCrash: readonly Look[] = [
  [
    'a turn was resumed after a crash in mid-stream',
    "select 1 from session_drafts d join turns t on t.id = d.turn_id where t.is_attempted = 1 and d.text <> '' limit 1",
  ],
  [
    'a turn was resumed after a crash during a tool call',
    `select 1 from session_events c join turns t on t.id = c.turn_id
     where c.kind = 'tool.call' and t.ended_at is null and t.is_attempted = 1 and not exists (
       select 1 from session_events r where r.turn_id = c.turn_id and r.kind = 'tool.result'
         and r.payload ->> '$.callId' = c.payload ->> '$.callId') limit 1`,
  ],
  [
    'a turn was resumed after a proper stop',
    "select 1 from turns where state = 'running' and is_attempted = 0 limit 1",
  ],
  [
    'a stop outlived a crash',
    'select 1 from turns where ended_at is null and stop_asked_at is not null limit 1',
  ],
  ['an approval outlived a crash', "select 1 from approvals where state = 'pending' limit 1"],
  [
    'the program died between a word and its call',
    `select 1 from approvals a join tool_calls c on c.approval_id = a.id
     where a.state in ('once', 'session') and c.state = 'open' limit 1`,
  ],
  [
    'the program died while an approved call was made',
    "select 1 from tool_calls where approval_id is not null and state = 'running' limit 1",
  ],
]

const atRest: readonly Look[] = [
  [
    'messages of two places went into turns of their own',
    `select 1 from turns a join turns b on b.session_id = a.session_id and b.conversation <> a.conversation limit 1`,
  ],
  [
    'a turn was given up because the program died with it again and again',
    "select 1 from turns where reason = 'crashed' limit 1",
  ],
  [
    'a model call failed for good',
    "select 1 from turns where state = 'failed' and reason not in ('crashed') limit 1",
  ],
  [
    'a model call was made again',
    "select 1 from session_events where kind = 'notice' and payload ->> '$.code' like 'model_%' limit 1",
  ],
  [
    'several messages were taken by one turn',
    "select 1 from session_events where kind = 'turn.started' and json_array_length(payload, '$.messages') > 1 limit 1",
  ],
  [
    'a message waited while a turn ran',
    `select 1 from session_events m join turns t on t.session_id = m.session_id and t.started_seq < m.seq
     join session_events e on e.turn_id = t.id and e.kind in ('turn.finished', 'turn.failed') and e.seq > m.seq
     where m.kind = 'message.user' limit 1`,
  ],
  [
    'a turn was stopped in mid-stream',
    `select 1 from session_events where kind = 'message.agent' and completed_seq is not null and payload ->> '$.state' = 'stopped' limit 1`,
  ],
  [
    'a stop raced the end of a turn',
    `select 1 from turns t join session_events e on e.turn_id = t.id and e.kind = 'turn.finished'
     join session_events b on b.session_id = e.session_id and b.seq = e.seq - 1
     left join session_events x on x.session_id = b.session_id and x.seq = b.target_seq
     where t.state = 'cancelled' and b.kind = 'message.agent'
       and coalesce(x.payload, b.payload) ->> '$.state' = 'complete' limit 1`,
  ],
  [
    'a steer arrived in the last step',
    `select 1 from session_events k join session_events b on b.session_id = k.session_id and b.seq = k.seq - 1
     where k.kind = 'message.taken' and b.kind in ('message.agent', 'reasoning') limit 1`,
  ],
  [
    'a steer went into a turn between two steps',
    `select 1 from session_events k join session_events b on b.session_id = k.session_id and b.turn_id = k.turn_id
     where k.kind = 'message.taken' and b.kind = 'tool.result' and b.seq < k.seq limit 1`,
  ],
  [
    'an answer came at once',
    "select 1 from session_events where kind = 'message.agent' and is_row = 1 and completed_seq is null limit 1",
  ],
  [
    'an answer streamed',
    "select 1 from session_events where kind = 'message.agent' and is_row = 1 and completed_seq > 0 limit 1",
  ],
  [
    'a text was begun anew by a second attempt',
    "select 1 from session_events where completed_seq > 0 and payload ->> '$.state' = 'complete' and payload ->> '$.attempt' > 1 limit 1",
  ],
  [
    'a stopped text was kept',
    "select 1 from session_events where is_row = 1 and payload ->> '$.state' = 'stopped' limit 1",
  ],
  [
    'an interrupted text was kept',
    "select 1 from session_events where is_row = 1 and payload ->> '$.state' = 'interrupted' limit 1",
  ],
  [
    'a begun text was dropped',
    "select 1 from session_events where completed_seq > 0 and payload ->> '$.state' = 'dropped' limit 1",
  ],
  [
    'the past was put into fewer words by hand',
    "select 1 from session_events where kind = 'compaction' and payload ->> '$.by' = 'command' limit 1",
  ],
  [
    'the past was put into fewer words because the window was full',
    "select 1 from session_events where kind = 'compaction' and payload ->> '$.by' = 'window' limit 1",
  ],
  [
    'no model could put the past into fewer words',
    "select 1 from session_events where kind = 'compaction' and payload ->> '$.isPlain' = 1 limit 1",
  ],
  [
    'a summary went with what it may quote',
    "select 1 from session_events where kind = 'compaction' and redacted_at is not null limit 1",
  ],
  [
    'a summary went along with a fork',
    "select 1 from session_events where kind = 'compaction' and root_id is not null limit 1",
  ],
  [
    'a call of unknown outcome was told as interrupted',
    "select 1 from session_events where kind = 'tool.result' and payload ->> '$.interrupted' = 1 limit 1",
  ],
  ['an approval expired', "select 1 from approvals where state = 'expired' limit 1"],
  [
    'an approval was withdrawn by a stop',
    `select 1 from approvals a join turns t on t.id = a.turn_id
     where a.state = 'withdrawn' and t.state = 'cancelled' limit 1`,
  ],
  [
    'an approval went with its redacted call',
    `select 1 from approvals a join session_events c on c.id = a.call_event_id
     where a.state = 'withdrawn' and c.redacted_at is not null limit 1`,
  ],
  [
    'several approvals waited side by side',
    `select 1 from approvals a join approvals b on b.turn_id = a.turn_id and b.id > a.id
     where b.asked_at < a.decided_at limit 1`,
  ],
  [
    'a call needed no further word',
    `select 1 from session_events r join session_events c on c.id = r.caused_by
     left join approvals a on a.call_event_id = c.id
     where r.kind = 'tool.result' and c.payload ->> '$.name' in (${namesOf(askingTools)}) and a.id is null
       and r.payload ->> '$.output' = 'Done.' limit 1`,
  ],
]

export function noteStatesAfterCrash(rows: Rows, sometimes: Sometimes): void {
  note(afterCrash, rows, sometimes)
}

export function noteStatesAtRest(rows: Rows, sometimes: Sometimes): void {
  note(atRest, rows, sometimes)
}

function note(looks: readonly Look[], rows: Rows, sometimes: Sometimes): void {
  for (const [state, sql] of looks) if (rows(sql).length > 0) sometimes.saw(state)
}
