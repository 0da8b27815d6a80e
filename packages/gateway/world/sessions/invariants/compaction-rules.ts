// SES8: what agents read instead of the past is there and says how far it goes, nothing is summed up twice, and no call is
// separated from its result.

import { noneOf } from './sessions-evidence.ts'

export const summaryInForceIsThere = noneOf(
  'SES8',
  'commit',
  `select s.id, s.compaction_seq, s.compacted_through_seq, c.kind, c.redacted_at from sessions s
   left join session_events c on c.session_id = s.id and c.seq = s.compaction_seq
   where (s.compaction_seq = 0 and s.compacted_through_seq <> 0) or (s.compaction_seq <> 0 and (c.seq is null
     or c.kind <> 'compaction' or c.redacted_at is not null
     or c.payload ->> '$.throughSeq' <> s.compacted_through_seq))`,
  (row) =>
    `${row['id']} is said to be summed up through ${row['compacted_through_seq']} at ${row['compaction_seq']}, where a ${row['kind']} stands`,
)

export const summariesGoForward = noneOf(
  'SES8',
  'start',
  `select a.session_id, a.seq, b.seq as later from session_events a
   join session_events b on b.session_id = a.session_id and b.seq > a.seq and b.kind = a.kind
   where a.kind = 'compaction' and a.redacted_at is null and b.redacted_at is null and b.root_id is null
     and (b.payload ->> '$.throughSeq' <= a.payload ->> '$.throughSeq' or b.payload ->> '$.throughSeq' >= b.seq)`,
  (row) => `the summary ${row['later']} of ${row['session_id']} goes no further than ${row['seq']}`,
)

export const summariesSplitNoCall = noneOf(
  'SES8',
  'start',
  `select c.session_id, c.seq,
     (select count(*) from session_events e where e.session_id = c.session_id and e.kind = 'tool.call'
       and e.seq <= c.payload ->> '$.throughSeq') as calls,
     (select count(*) from session_events e where e.session_id = c.session_id and e.kind = 'tool.result'
       and e.seq <= c.payload ->> '$.throughSeq') as results
   from session_events c where c.kind = 'compaction' and calls <> results`,
  (row) =>
    `the summary ${row['seq']} of ${row['session_id']} has ${row['calls']} calls and ${row['results']} results`,
)
