// I24: each log is numbered without a hole, goes forward in time, and its ids ascend with its numbers. Redacted words
// are nowhere.

import { noneOf, type SessionsInvariant } from './sessions-evidence.ts'

export const numbersAreWhole = noneOf(
  'I24',
  'commit',
  `select s.id, s.seq, count(e.seq) as entries, coalesce(max(e.seq), 0) as newest
   from sessions s left join session_events e on e.session_id = s.id
   group by s.id having entries <> s.seq or newest <> s.seq`,
  (row) => `${row['id']} says ${row['seq']}, has ${row['entries']} entries up to ${row['newest']}`,
)

export const personLogsAreWhole = noneOf(
  'I24',
  'start',
  `select l.person_id, l.seq, count(e.seq) as entries from person_logs l
   left join person_events e on e.person_id = l.person_id
   group by l.person_id having entries <> l.seq or max(e.seq) <> l.seq`,
  (row) => `the log of ${row['person_id']} says ${row['seq']} and has ${row['entries']} entries`,
)

export const logGoesForward = noneOf(
  'I24',
  'start',
  `select b.session_id, b.seq, b.kind from session_events a
   join session_events b on b.session_id = a.session_id and b.seq = a.seq + 1
   where b.created_at < a.created_at or b.id <= a.id`,
  (row) => `${row['session_id']} goes back in time or in its ids at ${row['seq']}, ${row['kind']}`,
)

export const copiesAreTrue = noneOf(
  'SES10',
  'start',
  `select c.id, r.id as root from session_events c left join session_events r on r.id = c.root_id
   where c.root_id is not null and c.kind <> 'subagent.finished'
     and (r.id is null or r.root_id is not null or r.kind <> c.kind
     or r.actor_id is not c.actor_id or r.created_at <> c.created_at)`,
  (row) => `${row['id']} is said to be a copy of ${row['root']}, and is not`,
)

export const copiesAreRedactedTogether = noneOf(
  'SES6',
  'rest',
  `select c.id, r.id as root, c.redacted_at from session_events c join session_events r on r.id = c.root_id
   where (c.redacted_at is null) <> (r.redacted_at is null)`,
  (row) => `of ${row['id']} and ${row['root']}, which say the same, only one is redacted`,
)

/** In every column of every table that holds text. */
export const redactedWordsAreGone: SessionsInvariant = {
  rule: 'I28',
  at: 'rest',
  check({ rows, truth }) {
    if (truth.goneWords.size === 0) return []
    const tables = rows<{ name: string }>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
    )
    const complaints: string[] = []
    for (const { name } of tables) {
      for (const row of rows<Record<string, unknown>>(`select * from "${name}"`)) {
        for (const [column, value] of Object.entries(row)) {
          if (typeof value !== 'string') continue
          for (const word of value.match(/\b[a-z]+\d+q\b/g) ?? []) {
            const eventId = truth.goneWords.get(word)
            if (eventId)
              complaints.push(
                `"${word}" of the redacted ${eventId} still stands in ${name}.${column}: ${around(value, word)}`,
              )
          }
        }
      }
    }
    return complaints
  },
}

/** Where it stands, with what is around it. */
function around(value: string, word: string): string {
  const at = value.indexOf(word)
  return `${value.slice(0, 80)} … ${value.slice(Math.max(80, at - 120), at + 120)}`
}
