// SQL of runs: what is put on record of them, and how they hang together.

import type { BindingId, EventId, RunEnd, RunId, SessionId, TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { queries as db, type RunRow, type SessionRow } from '../sessions-tables.ts'

const runColumns = [
  'id',
  'session_id',
  'parent_id',
  'root_id',
  'depth',
  'depth_max',
  'asked_by',
  'asker_name',
  'call_event_id',
  'agent_id',
  'label',
  'task',
  'mode',
  'cleanup',
  'model',
  'thinking',
  'timeout_ms',
  'origin',
  'rights',
  'state',
  'ending',
  'ending_by',
  'is_quiet',
  'is_by_parent',
  'reason',
  'is_skipped',
  'is_over',
  'last_line',
  'spawned_event_id',
  'finished_event_id',
  'root_event_id',
  'created_at',
  'started_at',
  'deadline_at',
  'ended_at',
  'archive_at',
  'place',
  'tools',
  'last_turn_id',
  'bound_id',
] as const satisfies readonly (keyof RunRow)[]

export const insertRun = compileOnce<RunRow, unknown>((place) =>
  db
    .insertInto('runs')
    .values(Object.fromEntries(runColumns.map((column) => [column, place(column)])) as unknown as RunRow),
)

export const selectRun = compileOnce<{ id: RunId }, RunRow>((place) =>
  db.selectFrom('runs').selectAll().where('id', '=', place('id')),
)

export const selectRunOfSession = compileOnce<{ sessionId: SessionId }, RunRow>((place) =>
  db.selectFrom('runs').selectAll().where('session_id', '=', place('sessionId')),
)

export const selectRunOfCall = compileOnce<{ callEventId: EventId }, RunRow>((place) =>
  db.selectFrom('runs').selectAll().where('call_event_id', '=', place('callEventId')),
)

export const countActive = compileOnce<{ parentId: SessionId }, { active: number }>((place) =>
  db
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('parent_id', '=', place('parentId'))
    .where('ended_at', 'is', null),
)

/** Of those at the top: how many below them have not ended. Whoever is not named has none. */
export async function countActiveBelow(
  r: Reader,
  rootIds: readonly SessionId[],
): Promise<ReadonlyMap<SessionId, number>> {
  if (rootIds.length === 0) return new Map()
  const rows = await r.all(
    db
      .selectFrom('runs')
      .select(({ fn }) => ['root_id', fn.countAll<number>().as('active')])
      .where('root_id', 'in', rootIds)
      .where('ended_at', 'is', null)
      .groupBy('root_id'),
  )
  return new Map(rows.map(({ root_id, active }) => [root_id, active]))
}

export async function hasActiveChildren(r: Reader, parentId: SessionId): Promise<boolean> {
  return ((await r.one(countActive({ parentId })))?.active ?? 0) > 0
}

/** Whether one of them has not ended. */
export async function isAnyActive(r: Reader, ids: readonly RunId[]): Promise<boolean> {
  if (ids.length === 0) return false
  const active = await r.one(
    db.selectFrom('runs').select('id').where('id', 'in', ids).where('ended_at', 'is', null).limit(1),
  )
  return active !== undefined
}

/** What a walk over a tree needs of each: the session, and how its run stands. */
export interface BelowRow {
  run_id: RunId
  session_id: SessionId
  parent_id: SessionId
  depth: number
  label: string | null
  mode: RunRow['mode']
  ended_at: number | null
  turn_id: SessionRow['turn_id']
  queued: number
}

/** Everything below a session, the deepest first: whatever they do, those below them come before. */
export function selectBelow(r: Reader, id: SessionId): Promise<BelowRow[]> {
  return r.all(
    db
      .withRecursive('below', (with_) =>
        with_
          .selectFrom('runs')
          .select(['runs.id', 'runs.session_id'])
          .where('runs.parent_id', '=', id)
          .unionAll(
            with_
              .selectFrom('runs')
              .innerJoin('below', 'below.session_id', 'runs.parent_id')
              .select(['runs.id', 'runs.session_id']),
          ),
      )
      .selectFrom('below')
      .innerJoin('runs', 'runs.id', 'below.id')
      .innerJoin('sessions', 'sessions.id', 'below.session_id')
      .select([
        'runs.id as run_id',
        'runs.session_id',
        'runs.parent_id',
        'runs.depth',
        'runs.label',
        'runs.mode',
        'runs.ended_at',
        'sessions.turn_id',
        'sessions.queued',
      ])
      .orderBy('runs.depth', 'desc')
      .orderBy('runs.id'),
  )
}

/** Its first turn begins now. */
export async function startRun(t: Tx, id: RunId, deadlineAt: number | null): Promise<void> {
  await t.run(
    db
      .updateTable('runs')
      .set({ state: 'running', started_at: t.now, deadline_at: deadlineAt })
      .where('id', '=', id),
  )
}

/** How it will end is decided; the first word counts. */
export async function foretellEnd(
  t: Tx,
  id: RunId,
  how: { ending: NonNullable<RunRow['ending']>; by: string; isQuiet: boolean; isByParent?: boolean },
): Promise<void> {
  await t.run(
    db
      .updateTable('runs')
      .set({
        ending: how.ending,
        ending_by: how.by,
        is_quiet: how.isQuiet ? 1 : 0,
        is_by_parent: how.isByParent ? 1 : 0,
      })
      .where('id', '=', id)
      .where('ending', 'is', null)
      .where('ended_at', 'is', null),
  )
}

/** It has not begun and never will. */
export async function foretellFailure(t: Tx, id: RunId, reason: string, detail: string): Promise<void> {
  await t.run(
    db
      .updateTable('runs')
      .set({ ending: 'failed', reason, ending_by: detail })
      .where('id', '=', id)
      .where('ended_at', 'is', null),
  )
}

export async function setPlace(t: Tx, id: RunId, place: RunRow['place']): Promise<void> {
  await t.run(db.updateTable('runs').set({ place }).where('id', '=', id))
}

/** Whoever talks to it later talks to a session that is over. */
export async function setOver(t: Tx, id: RunId): Promise<void> {
  await t.run(db.updateTable('runs').set({ is_over: 1 }).where('id', '=', id))
}

export interface RunEndChange {
  state: RunEnd
  reason: string | null
  isSkipped: boolean
  isOver: boolean
  finishedEventId: EventId
  rootEventId: EventId | null
  lastTurnId: TurnId | null
  boundId: BindingId | null
}

export async function endRun(t: Tx, id: RunId, change: RunEndChange): Promise<void> {
  await t.run(
    db
      .updateTable('runs')
      .set({
        state: change.state,
        reason: change.reason,
        is_skipped: change.isSkipped ? 1 : 0,
        is_over: change.isOver ? 1 : 0,
        finished_event_id: change.finishedEventId,
        root_event_id: change.rootEventId,
        last_turn_id: change.lastTurnId,
        bound_id: change.boundId,
        ended_at: t.now,
      })
      .where('id', '=', id)
      .where('ended_at', 'is', null),
  )
}

export async function setRootEvent(t: Tx, id: RunId, eventId: EventId): Promise<void> {
  await t.run(db.updateTable('runs').set({ root_event_id: eventId }).where('id', '=', id))
}

export async function setArchiveAt(t: Tx, id: RunId, at: number | null): Promise<void> {
  await t.run(db.updateTable('runs').set({ archive_at: at }).where('id', '=', id))
}

/** Its session is archived, or taken out again. */
export const setPutAway = compileOnce<{ sessionId: SessionId; isPutAway: 0 | 1 }, unknown>((place) =>
  db
    .updateTable('runs')
    .set({ is_put_away: place('isPutAway') })
    .where('session_id', '=', place('sessionId')),
)

export const setLastLine = compileOnce<{ sessionId: SessionId; line: string }, unknown>((place) =>
  db
    .updateTable('runs')
    .set({ last_line: place('line') })
    .where('session_id', '=', place('sessionId')),
)

export const copyParticipants = compileOnce<{ from: SessionId; to: SessionId; now: number }, unknown>(
  (place) =>
    db
      .insertInto('session_participants')
      .columns(['session_id', 'person_id', 'active_at', 'is_below'])
      .expression(
        db
          .selectFrom('session_participants')
          .select([
            sql<SessionId>`${place('to')}`.as('session_id'),
            'person_id',
            sql<number>`${place('now')}`.as('active_at'),
            sql.lit<1>(1).as('is_below'),
          ])
          .where('session_id', '=', place('from')),
      ),
)

/** With the label, which was said together with it. */
export const forgetTask = compileOnce<{ id: RunId }, unknown>((place) =>
  db.updateTable('runs').set({ task: '', label: null }).where('id', '=', place('id')),
)

/** Unless something else was said since. */
export const forgetLine = compileOnce<{ sessionId: SessionId; line: string }, unknown>((place) =>
  db
    .updateTable('runs')
    .set({ last_line: '' })
    .where('session_id', '=', place('sessionId'))
    .where('last_line', '=', place('line')),
)
