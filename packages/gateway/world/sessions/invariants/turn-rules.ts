// A session has at most one turn that runs, what waits is what it says, a message goes into one turn, a turn ends once,
// a call has one result.

import { limits } from '@heddle/contract'
import { noneOf, type SessionsInvariant } from './sessions-evidence.ts'

export const queuedIsCounted = noneOf(
  'I10',
  'commit',
  `select s.id, s.queued,
     (select count(*) from session_inbox i where i.session_id = s.id and i.is_quiet = 0) as waiting
   from sessions s where s.queued <> waiting`,
  (row) => `${row['id']} says that ${row['queued']} wait, and ${row['waiting']} do`,
)

export const oneTurnRuns = noneOf(
  'turns',
  'commit',
  `select s.id, s.state, s.turn_id,
     (select count(*) from turns t where t.session_id = s.id and t.ended_at is null) as running,
     (select count(*) from turns t where t.id = s.turn_id and t.ended_at is null) as mine
   from sessions s
   where running <> (s.turn_id is not null) or mine <> running
     or (s.state <> 'archived' and (s.state = 'running') <> (s.turn_id is not null))`,
  (row) =>
    `${row['id']} is ${row['state']} with turn ${row['turn_id']}, and ${row['running']} of its turns run`,
)

/** Of several pieces of work that wait one after the other, any brings the turn on. */
export const everyTurnHasItsWork = noneOf(
  'I49',
  'commit',
  `select t.id, t.state from turns t where t.ended_at is null and not exists (
     select 1 from work w where w.key = 'session:' || t.session_id and w.state <> 'dead')`,
  (row) => `the turn ${row['id']} is ${row['state']}, and no work will ever look at it`,
)

/**
 * What waits while no turn runs is looked after now, and not when something else would have been over. What sub-agents
 * tell may wait a moment for others of them, and one that is to have a conversation of its own waits for that,
 * as one that was asked to end waits until it has.
 */
export const queueIsLookedAfter = noneOf(
  'I49',
  'commit',
  `select s.id, s.queued from sessions s where s.turn_id is null and s.queued > 0 and not exists (
     select 1 from work w where w.key = 'session:' || s.id
       and (w.state in ('running', 'blocked') or w.attempts > 0 or w.due_at <= max(s.updated_at, coalesce(
         (select max(b.bound_at) from bindings b where b.session_id = s.id), 0), coalesce(
         (select max(r.ended_at) from runs r where r.session_id = s.id), 0)) + ${limits.announceTogetherMs}))
     and not exists (select 1 from runs r where r.session_id = s.id and r.ended_at is null and (
       (r.place = 'wanted' and exists (select 1 from work w where w.key = 'place:' || r.id))
       or (r.ending is not null and (exists (select 1 from work w where w.key = 'session:' || s.id)
         or exists (select 1 from runs c where c.parent_id = s.id and c.ended_at is null)))))`,
  (row) => `${row['queued']} messages wait in ${row['id']}, and all work on it sleeps`,
)

export const draftsBelongToTurns = noneOf(
  'texts',
  'commit',
  `select d.event_id, t.state from session_drafts d left join turns t on t.id = d.turn_id
   where t.id is null or t.ended_at is not null`,
  (row) => `the draft of ${row['event_id']} is left over from a turn that is ${row['state']}`,
)

export const takenOnce = noneOf(
  'I10',
  'start',
  `select m.value as id, count(*) as times from session_events e, json_each(e.payload, '$.messages') m
   where e.kind in ('turn.started', 'message.taken') group by m.value having count(*) > 1`,
  (row) => `the message ${row['id']} was taken ${row['times']} times`,
)

/** What nobody took still waits, was cancelled, or is gone; what someone took does not wait any more. */
export const takenOrWaiting = noneOf(
  'I10',
  'start',
  `with taken as (
     select m.value as id from session_events e, json_each(e.payload, '$.messages') m
     where e.kind in ('turn.started', 'message.taken'))
   select e.id, i.event_id is not null as waits, t.id is not null as was_taken,
     e.payload ->> '$.cancelled.why' as cancelled
   from session_events e
   left join session_inbox i on i.event_id = e.id
   left join taken t on t.id = e.id
   where e.kind = 'message.user' and e.redacted_at is null and e.payload ->> '$.mode' <> 'note'
     and (i.event_id is not null) + (t.id is not null) + (e.payload ->> '$.cancelled.why' is not null) <> 1`,
  (row) =>
    `the message ${row['id']}: waits ${row['waits']}, taken ${row['was_taken']}, cancelled ${row['cancelled']}`,
)

export const clientMessageOnce = noneOf(
  'I11',
  'start',
  `select payload ->> '$.clientMessageId' as id, count(*) as times from session_events
   where kind = 'message.user' and id is not null and payload ->> '$.clientMessageId' is not null
   group by payload ->> '$.clientMessageId' having count(*) > 1`,
  (row) => `the client's message ${row['id']} is there ${row['times']} times`,
)

export const turnsEndOnce = noneOf(
  'turns',
  'start',
  `select t.id, t.state, (select count(*) from session_events e where e.turn_id = t.id
     and e.kind in ('turn.finished', 'turn.failed')) as ends
   from turns t where ends <> (t.ended_at is not null)`,
  (row) => `the turn ${row['id']} is ${row['state']} and ended ${row['ends']} times`,
)

export const callsHaveOneResult = noneOf(
  'tools',
  'start',
  `select e.turn_id, e.payload ->> '$.callId' as call_id, t.state,
     sum(e.kind = 'tool.call') as calls, sum(e.kind = 'tool.result') as results
   from session_events e join turns t on t.id = e.turn_id
   where e.kind in ('tool.call', 'tool.result')
   group by 1, 2 having results > calls or (t.ended_at is not null and results <> calls)`,
  (row) =>
    `${row['call_id']} of the ${row['state']} turn ${row['turn_id']}: ${row['calls']} calls, ${row['results']} results`,
)

export const textsCompleteOnce = noneOf(
  'texts',
  'start',
  `select b.id, b.completed_seq, count(c.seq) as times, d.event_id as draft
   from session_events b
   left join session_events c on c.session_id = b.session_id and c.target_seq = b.seq and c.kind = b.kind
   left join session_drafts d on d.event_id = b.id
   where b.completed_seq is not null
   group by b.id having times <> (b.completed_seq > 0) or (b.completed_seq = 0) <> (d.event_id is not null)`,
  (row) => `the text ${row['id']} was completed ${row['times']} times, its draft is ${row['draft']}`,
)

export const answersShowOnce: SessionsInvariant = {
  rule: 'texts',
  at: 'start',
  check({ rows }) {
    const shown = new Map<string, string>()
    const complaints: string[] = []
    const texts = rows<{ id: string; text: string | null }>(
      `select id || ' (' || kind || ' ' || seq || ', ' || coalesce(completed_seq, '-') || ', ' || (payload ->> '$.state') || ')' as id,
         payload ->> '$.text' as text from session_events
       where kind in ('message.agent', 'reasoning') and is_row = 1 and root_id is null order by session_id, seq`,
    )
    for (const { id, text } of texts) {
      const word = /^(said|thought)\d+q/.exec(text ?? '')?.[0]
      if (word === undefined) continue
      const other = shown.get(word)
      if (other !== undefined) complaints.push(`${other} and ${id} show the same answer, ${word}`)
      shown.set(word, id)
    }
    return complaints
  },
}

export const crashesAreCounted = noneOf(
  'crashes',
  'start',
  `select id, crashes from turns where crashes > ${limits.turnCrashesMax}`,
  (row) => `the turn ${row['id']} survived ${row['crashes']} crashes`,
)
