// SQL of the log.

import type { EventId, SessionId, ThreadId, TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type EventRow, queries as db, type TurnRow } from './sessions-tables.ts'

export const eventColumns = [
  'session_id',
  'seq',
  'id',
  'kind',
  'is_row',
  'actor_kind',
  'actor_id',
  'actor_name',
  'caused_by',
  'turn_id',
  'target_seq',
  'completed_seq',
  'payload',
  'redacted_at',
  'created_at',
  'root_id',
] as const

export const insertEvent = compileOnce<EventRow, unknown>((place) =>
  db
    .insertInto('session_events')
    .values(Object.fromEntries(eventColumns.map((column) => [column, place(column)])) as unknown as EventRow),
)

/** By one statement however many they are. */
export async function insertEvents(t: Tx, rows: readonly EventRow[]): Promise<void> {
  const values = eventColumns.map((column) => sql`value ->> ${sql.lit(column)}`)
  await t.run(
    db
      .insertInto('session_events')
      .columns(eventColumns)
      .expression(() => sql<EventRow>`select ${sql.join(values)} from json_each(${JSON.stringify(rows)})`),
  )
}

export const selectEventById = compileOnce<{ id: EventId }, EventRow>((place) =>
  db.selectFrom('session_events').select(eventColumns).where('id', '=', place('id')),
)

/** The discussion that a turn was handed: of what it began with, the first that came from one. */
export const selectThreadOfTurn = compileOnce<
  Pick<TurnRow, 'session_id' | 'started_seq'>,
  { thread_id: ThreadId }
>((turn) =>
  db
    .selectFrom('session_events as began')
    .innerJoin(
      sql<{ value: EventId; key: number }>`json_each(began.payload, '$.messages')`.as('taken'),
      (on) => on.onTrue(),
    )
    .innerJoin('session_events as message', 'message.id', 'taken.value')
    .select(sql<ThreadId>`message.payload ->> '$.threadId'`.as('thread_id'))
    .where('began.session_id', '=', turn('session_id'))
    .where('began.seq', '=', turn('started_seq'))
    .where(sql<boolean>`message.payload ->> '$.threadId' is not null`)
    .orderBy('taken.key')
    .limit(sql.lit(1)),
)

/** Where the log told the words that an entry has now: where it was completed or last edited, or itself. */
export const selectWordsSeq = compileOnce<{ id: EventId }, { seq: number }>((place) => {
  // Only what still waits is edited, so there is little log after it.
  const edited = sql`(
    select max(later.seq) from session_events as later
    where later.session_id = session_events.session_id and later.seq > session_events.seq
      and later.target_seq = session_events.seq and later.kind = 'message.edited'
  )`
  const seq = sql<number>`coalesce(
    nullif(completed_seq, 0), case when payload ->> '$.edited' then ${edited} end, seq
  )`
  return db.selectFrom('session_events').select(seq.as('seq')).where('id', '=', place('id'))
})

/** In no order. */
export function selectEventsById(r: Reader, ids: readonly EventId[]): Promise<EventRow[]> {
  const listed = sql<EventId>`(select value from json_each(${JSON.stringify(ids)}))`
  return r.all(db.selectFrom('session_events').select(eventColumns).where('id', 'in', listed))
}

export const selectEventAt = compileOnce<{ sessionId: SessionId; seq: number }, EventRow>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', place('sessionId'))
    .where('seq', '=', place('seq')),
)

/** Whatever was put on record before it, such as where its session is bound. */
export const selectFirstMessage = compileOnce<{ sessionId: SessionId }, EventRow>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', place('sessionId'))
    .where('kind', '=', sql.lit<'message.user'>('message.user'))
    .orderBy('seq')
    .limit(sql.lit(1)),
)

export const selectLogAfter = compileOnce<{ sessionId: SessionId; after: number; limit: number }, EventRow>(
  (place) =>
    db
      .selectFrom('session_events')
      .select(eventColumns)
      .where('session_id', '=', place('sessionId'))
      .where('seq', '>', place('after'))
      .orderBy('seq')
      .limit(place('limit')),
)

export const selectRowsAfter = compileOnce<
  { sessionId: SessionId; after: number; before: number; limit: number },
  EventRow
>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', place('sessionId'))
    .where('seq', '>', place('after'))
    .where('seq', '<', place('before'))
    .where('is_row', '=', sql.lit<1>(1))
    .orderBy('seq')
    .limit(place('limit')),
)

export const selectRowsBefore = compileOnce<
  { sessionId: SessionId; before: number; limit: number },
  EventRow
>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', place('sessionId'))
    .where('seq', '<', place('before'))
    .where('is_row', '=', sql.lit<1>(1))
    .orderBy('seq', 'desc')
    .limit(place('limit')),
)

/** Copies of an event that are not redacted yet. */
export const selectCopies = compileOnce<{ rootId: EventId; limit: number }, EventRow>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('root_id', '=', place('rootId'))
    .where('redacted_at', 'is', null)
    .limit(place('limit')),
)

/** The result of a call; it stands not far behind. */
export const selectResultOf = compileOnce<
  { sessionId: SessionId; after: number; causedBy: EventId },
  EventRow
>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', place('sessionId'))
    .where('seq', '>', place('after'))
    .where('kind', '=', sql.lit<'tool.result'>('tool.result'))
    .where('caused_by', '=', place('causedBy'))
    .orderBy('seq')
    .limit(sql.lit(1)),
)

/** Of one turn, since it began. */
export function selectTurnEvents(
  r: Reader,
  sessionId: SessionId,
  turnId: TurnId,
  startedSeq: number,
): Promise<EventRow[]> {
  return r.all(
    db
      .selectFrom('session_events')
      .select(eventColumns)
      .where('session_id', '=', sessionId)
      .where('seq', '>=', startedSeq)
      .where('turn_id', '=', turnId)
      .orderBy('seq'),
  )
}

export interface CompletedText {
  sessionId: SessionId
  seq: number
  completedSeq: number
  payload: string
  isRow: 0 | 1
}

/** A text that was redacted while it streamed stays empty. */
export const completeText = compileOnce<CompletedText, unknown>((place) =>
  db
    .updateTable('session_events')
    .set({
      completed_seq: place('completedSeq'),
      is_row: place('isRow'),
      payload: sql`case when redacted_at is null then ${place('payload')} else payload end`,
    })
    .where('session_id', '=', place('sessionId'))
    .where('seq', '=', place('seq')),
)

export async function updatePayload(
  t: Tx,
  sessionId: SessionId,
  seq: number,
  payload: string,
): Promise<void> {
  await t.run(
    db
      .updateTable('session_events')
      .set({ payload })
      .where('session_id', '=', sessionId)
      .where('seq', '=', seq)
      .where('redacted_at', 'is', null),
  )
}

export async function emptyEvent(t: Tx, sessionId: SessionId, seq: number, left: string): Promise<void> {
  await t.run(
    db
      .updateTable('session_events')
      .set({ payload: left, redacted_at: t.now })
      .where('session_id', '=', sessionId)
      .where('seq', '=', seq),
  )
}

/** What was announced of a run, and every copy of that: without its label, whether it was redacted itself or not. */
export async function forgetLabelIn(t: Tx, told: Pick<EventRow, 'id' | 'root_id'>): Promise<void> {
  const payload = sql<string>`json_set(payload, '$.label', null)`
  const kind = 'subagent.finished'
  await t.run(db.updateTable('session_events').set({ payload }).where('id', '=', told.id))
  await t.run(
    db
      .updateTable('session_events')
      .set({ payload })
      .where('root_id', '=', told.root_id ?? told.id)
      .where('kind', '=', kind),
  )
}

/** In what is said of its places, on its own timeline and on that of the one above it. */
export async function forgetBindingLabels(
  t: Tx,
  run: { session_id: SessionId; parent_id: SessionId },
): Promise<void> {
  await t.run(
    db
      .updateTable('session_events')
      .set({ payload: sql<string>`json_set(payload, '$.label', null)` })
      .where('session_id', 'in', [run.session_id, run.parent_id])
      .where('kind', 'in', [
        sql.lit<'binding.made'>('binding.made'),
        sql.lit<'binding.ended'>('binding.ended'),
      ])
      .where(sql`payload ->> '$.sessionId'`, '=', run.session_id),
  )
}

/** Where it was told that a binding began. */
export const selectBindingMade = compileOnce<{ sessionId: SessionId; bindingId: string }, EventRow>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', place('sessionId'))
    // As its index has it.
    .where('kind', 'in', [sql.lit<'binding.made'>('binding.made'), sql.lit<'binding.ended'>('binding.ended')])
    .where('kind', '=', sql.lit<'binding.made'>('binding.made'))
    .where(sql`payload ->> '$.bindingId'`, '=', place('bindingId'))
    .limit(1),
)

/** Of the timeline, the newest first. */
export const selectNewestRows = compileOnce<{ sessionId: SessionId; limit: number }, EventRow>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', place('sessionId'))
    .where('is_row', '=', sql.lit<1>(1))
    .orderBy('seq', 'desc')
    .limit(place('limit')),
)

/** The newest of its kind in one turn, as it stands on the timeline. */
export const selectNewestOfTurn = compileOnce<
  { sessionId: SessionId; turnId: TurnId; startedSeq: number; kind: EventRow['kind'] },
  EventRow
>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', place('sessionId'))
    .where('is_row', '=', sql.lit<1>(1))
    .where('seq', '>=', place('startedSeq'))
    .where('turn_id', '=', place('turnId'))
    .where('kind', '=', place('kind'))
    .orderBy('seq', 'desc')
    .limit(1),
)

/** The message that an agent's call has left, if it has. */
export const selectSaidFor = compileOnce<
  { sessionId: SessionId; callEventId: EventId; after: number },
  { id: EventId }
>((place) =>
  db
    .selectFrom('session_events')
    .select('id')
    .where('session_id', '=', place('sessionId'))
    .where('seq', '>', place('after'))
    .where('kind', '=', sql.lit<'message.user'>('message.user'))
    .where('caused_by', '=', place('callEventId'))
    .limit(1),
)
