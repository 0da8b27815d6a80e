// SQL of forks: the past of a session without its texts, its copy inside of SQLite, and whose past stands in a fork.

import { type EventId, limits, type PersonId, type SessionId, type TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce, type Compilable } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type EventRow, queries as db } from './sessions-tables.ts'

/** An entry as far as a fork must look at it. */
export type PastRow = Pick<
  EventRow,
  | 'seq'
  | 'id'
  | 'kind'
  | 'actor_id'
  | 'caused_by'
  | 'turn_id'
  | 'completed_seq'
  | 'redacted_at'
  | 'created_at'
> & {
  /** Of what points at other entries; of messages without the rest of a long text; `{}` for everything else. */
  payload: string
}

export type PastOutline = Omit<PastRow, 'payload'> & { bytes: number }

/** What a fork takes along, newest first: rows of the timeline, and which messages turns took on the way. */
export const selectOutlineBefore = compileOnce<
  { sessionId: SessionId; before: number; limit: number },
  PastOutline
>((place) =>
  db
    .selectFrom('session_events')
    .select([
      'seq',
      'id',
      'kind',
      'actor_id',
      'caused_by',
      'turn_id',
      'completed_seq',
      'redacted_at',
      'created_at',
      // Known without reading it.
      sql<number>`octet_length(payload)`.as('bytes'),
    ])
    .where('session_id', '=', place('sessionId'))
    .where('seq', '<', place('before'))
    .where((e) =>
      e.or([e('is_row', '=', sql.lit<1>(1)), e('kind', '=', sql.lit<'message.taken'>('message.taken'))]),
    )
    .orderBy('seq', 'desc')
    .limit(place('limit')),
)

interface Range {
  sessionId: SessionId
  from: number
  before: number
}

/** Of a text only as much as can become a title: taking all of it apart would cost more than the copy. */
const outlined = sql<string>`iif(kind <> 'message.user', payload, json_object(
  'mode', payload -> '$.mode', 'cancelled', payload -> '$.cancelled', 'attachments', payload -> '$.attachments',
  'text', substr(payload ->> '$.text', 1, 500)))`

export const selectPastPayloads = compileOnce<Range, { seq: number; payload: string }>((place) =>
  db
    .selectFrom('session_events')
    .select(['seq', outlined.as('payload')])
    .where('session_id', '=', place('sessionId'))
    .where('seq', '>=', place('from'))
    .where('seq', '<', place('before'))
    .where('kind', 'in', [
      sql.lit<'message.user'>('message.user'),
      sql.lit<'turn.started'>('turn.started'),
      sql.lit<'message.taken'>('message.taken'),
      sql.lit<'compaction'>('compaction'),
    ]),
)

/** What the calls and results of some turns are called. */
export function selectCallIds(
  r: Reader,
  { sessionId, from, before }: Range,
  turns: readonly TurnId[],
): Promise<{ seq: number; call_id: string | null }[]> {
  return r.all(
    db
      .selectFrom('session_events')
      .select(['seq', sql<string | null>`payload ->> '$.callId'`.as('call_id')])
      .where('session_id', '=', sessionId)
      .where('seq', '>=', from)
      .where('seq', '<', before)
      .where('kind', 'in', ['tool.call', 'tool.result'])
      .where('turn_id', 'in', sql<TurnId>`(select value from json_each(${JSON.stringify(turns)}))`),
  )
}

/** Where a turn first took a message, and what it took together with it. */
export const selectTaking = compileOnce<
  { sessionId: SessionId; after: number; before: number; eventId: EventId },
  { seq: number; kind: EventRow['kind']; payload: string }
>((place) =>
  db
    .selectFrom('session_events')
    .select(['seq', 'kind', 'payload'])
    .where('session_id', '=', place('sessionId'))
    .where('seq', '>', place('after'))
    .where('seq', '<', place('before'))
    .where('kind', 'in', [sql.lit<'turn.started'>('turn.started'), sql.lit<'message.taken'>('message.taken')])
    .where(sql<boolean>`instr(payload, ${place('eventId')}) > 0`)
    .orderBy('seq')
    .limit(sql.lit(1)),
)

/** How one entry becomes another: where it stands, and what of it is new. */
export interface Copy {
  from: PastRow
  seq: number
  id: EventId
  causedBy: EventId | null
  turnId: TurnId | null
  /** Instead of the one that is copied. */
  payload: string | null
}

/** In one statement, so that the texts never leave SQLite. */
export function copyEvents(
  t: Tx,
  source: SessionId,
  fork: SessionId,
  copies: readonly Copy[],
): Promise<number> {
  const map = copies.map(({ from, ...to }) => [from.seq, to.seq, to.id, to.causedBy, to.turnId, to.payload])
  // What a client called its message is its own affair, discussions stay where they are, and a card is caused by the call
  // that it is about. Whole from the beginning, whatever it was made of there.
  return t.run(
    compiled(sql`
      insert into session_events (session_id, seq, id, kind, is_row, actor_kind, actor_id, actor_name,
        caused_by, turn_id, target_seq, completed_seq, payload, redacted_at, created_at, root_id)
      select ${fork}, m.value ->> 1, m.value ->> 2, e.kind, e.is_row, e.actor_kind, e.actor_id, e.actor_name,
        m.value ->> 3, m.value ->> 4, null, null,
        coalesce(m.value ->> 5, case
          when e.kind = 'message.user' and e.redacted_at is null
            then json_remove(e.payload, '$.clientMessageId', '$.threadId', '$.replyId')
          when e.kind in ('message.agent', 'subagent.spawned') and e.payload ->> '$.threadId' is not null
            then json_remove(e.payload, '$.threadId')
          when e.kind = 'approval.asked' then json_set(e.payload, '$.callEventId', m.value ->> 3)
          else e.payload end),
        e.redacted_at, e.created_at, iif(e.is_row = 1, coalesce(e.root_id, e.id), null)
      from json_each(${JSON.stringify(map)}) as m
      cross join session_events as e on e.session_id = ${source} and e.seq = m.value ->> 0`),
  )
}

/** Both have the files from now on. */
export function copyEventFiles(t: Tx, fork: SessionId, copies: readonly Copy[]): Promise<number> {
  const map = copies.map(({ from, id }) => [from.id, id])
  return t.run(
    compiled(sql`
      insert into event_files (event_id, file_id, session_id, position)
      select m.value ->> 1, l.file_id, ${fork}, l.position
      from json_each(${JSON.stringify(map)}) as m
      cross join event_files as l on l.event_id = m.value ->> 0 and l.answer_of is null`),
  )
}

/** The last entry of a fork that can be a copy: before them stand a notice or two, and a summary may come on top. */
export const lastCopySeq = limits.forkEventsMax + 3

/** Whether something of what a fork began with still stands there. */
export const selectStandingCopy = compileOnce<{ sessionId: SessionId; end: number }, { seq: number }>(
  (place) =>
    db
      .selectFrom('session_events')
      .select('seq')
      .where('session_id', '=', place('sessionId'))
      .where('seq', '<=', place('end'))
      .where('root_id', 'is not', null)
      .where('redacted_at', 'is', null)
      .limit(sql.lit(1)),
)

/** Two authors of messages that a fork began with, if there are as many. */
export const selectCopiedAuthors = compileOnce<
  { sessionId: SessionId; end: number },
  { actor_id: string | null }
>((place) =>
  db
    .selectFrom('session_events')
    .select('actor_id')
    .distinct()
    .where('session_id', '=', place('sessionId'))
    .where('seq', '<=', place('end'))
    .where('root_id', 'is not', null)
    .where('kind', '=', sql.lit<'message.user'>('message.user'))
    .limit(sql.lit(2)),
)

export interface PrivateSource {
  id: SessionId
  created_by: PersonId | null
  /** Null when nobody in particular made it. */
  handle: string | null
}

/** What it was forked from and so on, up to the first that the team may read: what that has, the team may read too. */
export function selectPrivateSources(
  r: Reader,
  forkedFrom: SessionId,
  limit: number,
): Promise<PrivateSource[]> {
  return r.all(
    compiled<PrivateSource>(sql`
      with recursive source (id, created_by, forked_from) as (
        select id, created_by, forked_from from sessions where id = ${forkedFrom} and visibility = 'private'
        union all
        select s.id, s.created_by, s.forked_from from source
        join sessions as s on s.id = source.forked_from where s.visibility = 'private'
        limit ${limit}
      )
      select source.id, source.created_by, people.handle from source
      left join people on people.id = source.created_by`),
  )
}

function compiled<Row>(query: ReturnType<typeof sql<Row>>): Compilable<Row> {
  return { compile: () => query.compile(db) }
}
