// I16, I17, I19, I20 and what BND, RTE and REV say: one binding in force, one revival, one destination, one farewell.

import { noneOf } from '../../sessions/invariants/sessions-evidence.ts'
import type { PlacesInvariant } from './places-evidence.ts'

export const oneBindingInForce = noneOf(
  'I16',
  'commit',
  `select channel || '/' || account_id || '/' || conversation_id as place, count(*) as times from bindings
   where status <> 'ended' group by 1 having times > 1`,
  (row) => `${row['times']} bindings are in force in ${row['place']}`,
)

/** Its end is on record where it was told, once, and with the end itself. */
export const endsAreEnds = noneOf(
  'I20',
  'start',
  `select b.id, b.status, b.ended_at, (select count(*) from facts f where f.kind = 'binding_ended'
     and f.payload ->> '$.bindingId' = b.id) as facts
   from bindings b where facts <> (b.status = 'ended') or (b.status = 'ended') <> (b.ended_at is not null)`,
  (row) => `${row['id']} is ${row['status']}, and ${row['facts']} facts say that it has ended`,
)

/** I20: from the commit of its end nothing is routed by it. Another one may have led there until something went on in it. */
export const endedRoutesNothing = noneOf(
  'I20',
  'start',
  // What was kept came earlier than it was taken, and is routed when it is.
  `with taken as (select a.*, coalesce((select e.created_at from session_events e where e.id = a.message_id), a.created_at)
     as taken_at from arrivals a)
   select b.id, b.ended_at, a.event_id, a.taken_at, a.reason from bindings b
   join taken a on a.channel = b.channel and a.account_id = b.account_id and a.conversation_id = b.conversation_id
   where b.status = 'ended' and a.session_id = b.session_id and a.reason in ('bound', 'over') and a.taken_at > b.ended_at
     and not exists (select 1 from bindings o where o.id <> b.id and o.channel = b.channel
       and o.account_id = b.account_id and o.conversation_id = b.conversation_id
       and (o.ended_at is null or o.ended_at >= a.taken_at)
       and (o.session_id = b.session_id and o.bound_at <= a.taken_at
         or o.id > b.id and o.bound_at > a.taken_at and exists (select 1 from taken v where v.channel = o.channel
           and v.account_id = o.account_id and v.conversation_id = o.conversation_id
           and v.reason = 'over' and v.taken_at = o.bound_at)))`,
  (row) =>
    `${row['event_id']} was heard (${row['reason']}) at ${row['taken_at']} by ${row['id']}, which ended at ${row['ended_at']}`,
)

/**
 * I20: what is bound and has ended revives with the next message, which is heard by nobody else. What went on with somebody
 * on its page is not over while a turn of that is open or asked for (REV2): the log says what there was when it was heard.
 */
export const overIsRevived = noneOf(
  'I20',
  'rest',
  `select a.event_id, a.session_id, r.id as run_id from arrivals a
   join runs r on r.session_id = a.session_id and r.mode = 'run'
   join session_events m on m.id = a.message_id
   where a.channel = 'loopback' and a.reason = 'bound' and r.is_over = 1 and r.ended_at < a.created_at
     and not exists (select 1 from turns u where u.session_id = m.session_id and u.started_seq < m.seq
       and not exists (select 1 from session_events e where e.session_id = u.session_id and e.turn_id = u.id
         and e.kind in ('turn.finished', 'turn.failed') and e.seq < m.seq))
     and not exists (select 1 from session_events e, session_events w where e.session_id = m.session_id
       and w.session_id = m.session_id and e.seq > m.seq and w.seq < m.seq
       and (e.kind = 'turn.started' and e.caused_by = w.id
         or e.kind = 'message.cancelled' and e.payload ->> '$.messageId' = w.id))`,
  (row) => `${row['event_id']} went into ${row['session_id']}, which was over`,
)

/** I19: what goes on in a place goes on once. */
export const revivedOnce = noneOf(
  'I19',
  'start',
  `select continues_id, count(*) as times, count(distinct key) as keys from sessions
   where continues_id is not null group by continues_id having times > 1 and times > keys`,
  (row) => `${row['continues_id']} goes on in ${row['times']} sessions`,
)

/** REV1: what goes on in a place is what is bound there from then on, until that binds a child there, maybe at once. */
export const revivedIsBound = noneOf(
  'REV1',
  'start',
  `select b.id, a.event_id from bindings b
   join arrivals a on a.channel = b.channel and a.account_id = b.account_id and a.conversation_id = b.conversation_id
   join sessions s on s.id = a.session_id and s.continues_id = b.session_id
   where a.reason = 'over' and a.message_id is not null and a.created_at >= b.bound_at and b.status <> 'ended'`,
  (row) => `${row['event_id']} brought a session back, and ${row['id']} still points at what ended`,
)

/** Begun elsewhere while it was written, and not to be seen there any more; or soon, as it is on record. */
const isTakenBack = `(d.state = 'withdrawn' or exists (
  select 1 from deliveries x
  where x.kind = 'delete' and x.cause = d.cause || ':elsewhere' and x.destination = d.destination))`

/** I17: what is said for one cause is said in one place. */
export const oneDestination = noneOf(
  'I17',
  'start',
  `select cause, count(distinct destination) as places, group_concat(distinct destination) as list from deliveries d
   where kind = 'message' and not ${isTakenBack} and (cause like 'turn:%' or cause like 'completion%' or cause like 'intro:%' or cause like 'farewell:%')
   group by cause having places > 1`,
  (row) => `${row['cause']} is told in ${row['places']} places: ${row['list']}`,
)

/** RTE3: where it was decided, and nowhere else. */
export const repliesGoWhereDecided = noneOf(
  'RTE3',
  'start',
  `select d.cause, d.destination, r.conversation from deliveries d
   join turn_replies r on d.cause = 'turn:' || r.turn_id
   where d.kind = 'message' and d.destination <> r.conversation and not ${isTakenBack}`,
  (row) => `${row['cause']} was to be told in ${row['conversation']}, and goes to ${row['destination']}`,
)

/** RTE2: the same of what a run came to, unless its place was lost since. */
export const completionsGoWhereDecided = noneOf(
  'RTE2',
  'rest',
  `select d.cause, d.destination, c.place, c.reason from deliveries d
   join completions c on d.cause = 'completion:' || c.run_id
   where d.kind = 'message' and d.destination <> coalesce(c.place, '') and c.reason <> 'binding_lost'`,
  (row) => `${row['cause']} is told in ${row['destination']}; decided was ${row['place']} (${row['reason']})`,
)

/** RTE7: what its place refused is decided once more, also where it was put into what its last turn had begun. */
export const refusedIsDecidedAgain = noneOf(
  'RTE7',
  'rest',
  `select d.id, d.cause, c.destination from completions c join runs r on r.id = c.run_id
   join deliveries d on d.cause = 'completion:' || c.run_id
     or d.destination = c.place and (d.cause = 'turn:' || r.last_turn_id or d.cause = 'turn:' || r.last_turn_id || ':whole')
   where d.state = 'rejected' and d.reason = 'place_refused' and c.destination = 'bound'`,
  (row) => `${row['cause']} was refused by its place, and is decided as ${row['destination']}`,
)

/** RTE1: what is held can be seen, and waits for somebody. */
export const heldIsVisible = noneOf(
  'RTE1',
  'start',
  `select c.run_id, c.reason from completions c join runs r on r.id = c.run_id
   where c.destination = 'hold' and r.is_skipped = 0 and not exists (
     select 1 from deliveries d where d.cause = 'completion-again:' || c.run_id)`,
  (row) => `what ${row['run_id']} came to is held (${row['reason']}), and nothing waits`,
)

/** BND5: at most one of each, and one farewell for each end that people see. */
export const noticesOnce = noneOf(
  'BND5',
  'start',
  `select b.id, b.end_reason,
     (select count(distinct lead_id) from deliveries d where d.kind = 'message' and d.cause like 'intro:' || b.id || '%') as intros,
     (select count(distinct lead_id) from deliveries d where d.kind = 'message' and d.cause like 'farewell:' || b.id || '%') as farewells
   from bindings b where intros > 1 or farewells > 1`,
  (row) => `${row['id']} has ${row['intros']} intros and ${row['farewells']} farewells`,
)

/** BND6: whoever is in the place is told that it is over. */
export const endsAreTold: PlacesInvariant = noneOf(
  'BND6',
  'rest',
  `select b.id, b.end_reason from bindings b where b.status = 'ended' and b.channel = 'loopback'
   and b.end_reason in ('unfocus', 'idle', 'max_age', 'kill', 'session_deleted') and not exists (
     select 1 from deliveries d where d.cause = 'farewell:' || b.id)`,
  (row) => `${row['id']} ended (${row['end_reason']}), and nobody was told in its place`,
)

/** The session and its parent hear of a binding once, and of its end. */
export const bindingsAreToldOnce = noneOf(
  'BND5',
  'start',
  `select session_id, kind, payload ->> '$.bindingId' as binding, count(*) as times from session_events
   where kind in ('binding.made', 'binding.ended') group by 1, 2, 3 having times > 1`,
  (row) => `${row['session_id']} has ${row['times']} entries ${row['kind']} of ${row['binding']}`,
)

/** BND12: notices keep nothing bound. */
export const noticesKeepNothing = noneOf(
  'BND12',
  'rest',
  `select b.id, b.bound_at, b.last_activity_at from bindings b
   where b.channel = 'loopback' and b.last_activity_at <> b.bound_at
   and not exists (select 1 from arrivals a where a.channel = b.channel and a.account_id = b.account_id
     and a.conversation_id = b.conversation_id and a.created_at >= b.bound_at
     -- What was kept uses it when it is said, whatever becomes of it.
     and (a.session_id is not null or a.created_at = b.last_activity_at))
   and not exists (select 1 from deliveries d where d.kind = 'message' and d.sent_at is not null
     and d.destination = b.channel || '/' || b.account_id || '/' || b.conversation_id
     and d.sent_at >= b.bound_at and d.extra ->> '$.content.isNotice' = 0)`,
  (row) =>
    `${row['id']} was bound at ${row['bound_at']}, and was active at ${row['last_activity_at']} without anybody's doing`,
)

/** BND6: nothing lasts longer than it may; what waits to be revived in a place that was opened for it waits for ever. */
export const nothingOutstays = noneOf(
  'BND6',
  'rest',
  `select id, status from bindings
   where (status = 'active' and (idle_ms > 0 or max_age_ms > 0))
     or (status = 'ending' and is_opened = 0 and idle_ms > 0)`,
  (row) => `${row['id']} is ${row['status']}, and should have ended by now`,
)

/** REV4: nothing waits for its turn for ever. */
export const nothingIsKept = noneOf(
  'REV4',
  'rest',
  'select place, number, event_id from kept_arrivals',
  (row) => `${row['event_id']} still waits in ${row['place']}`,
)

/** REV4: what is kept has somebody to take it. */
export const keptIsLookedAfter = noneOf(
  'REV4',
  'commit',
  `select k.place, count(*) as times from kept_arrivals k where not exists (
     select 1 from work w where w.key = 'place:' || k.place and w.state <> 'dead') group by 1`,
  (row) => `${row['times']} wait in ${row['place']}, and no work will ever take them`,
)

/** What stands in a lane has somebody to send it. */
export const lanesAreLookedAfter = noneOf(
  'I49',
  'commit',
  `select d.destination, count(*) as times from deliveries d
   where d.destination <> '' and (d.state in ('queued', 'sending', 'waiting') or (d.state = 'unknown' and d.reason = 'no_answer'))
   and not exists (select 1 from work w where w.key = 'lane:' || d.destination and w.state <> 'dead') group by 1`,
  (row) => `${row['times']} wait for ${row['destination']}, and no work will ever send them`,
)
