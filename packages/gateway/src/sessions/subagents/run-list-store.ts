// SQL of runs as they are listed: each with how its session stands.

import type { RunId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import type { Reader } from '../../foundation/database/store.ts'
import { queries as db, type RunRow, type SessionRow } from '../sessions-tables.ts'

export interface ListedRunRow extends RunRow {
  session_key: string
  session_state: SessionRow['state']
  turn_id: SessionRow['turn_id']
  queued: number
  is_tainted: SessionRow['is_tainted']
  waits_for: 'model' | 'approval' | 'children' | null
  input_tokens: number
  output_tokens: number
  cached_tokens: number
  cost_micros: number | null
  turn_input: number | null
  turn_output: number | null
  turn_cached: number | null
  turn_cost: number | null
  /** JSON of what it had used when it ended: what its session uses later is no part of it. */
  used: string | null
  active_children: number
}

const listed = db
  .selectFrom('runs')
  .innerJoin('sessions', 'sessions.id', 'runs.session_id')
  .leftJoin('turns', 'turns.id', 'sessions.turn_id')
  .leftJoin('session_events as told', 'told.id', 'runs.finished_event_id')
  .selectAll('runs')
  .select([
    'sessions.key as session_key',
    'sessions.state as session_state',
    'sessions.turn_id',
    'sessions.queued',
    'sessions.is_tainted',
    'sessions.input_tokens',
    'sessions.output_tokens',
    'sessions.cached_tokens',
    'sessions.cost_micros',
    'turns.waits_for',
    'turns.input_tokens as turn_input',
    'turns.output_tokens as turn_output',
    'turns.cached_tokens as turn_cached',
    'turns.cost_micros as turn_cost',
    sql<string | null>`told.payload -> '$.usage'`.as('used'),
    sql<number>`(select count(*) from runs as c where c.parent_id = runs.session_id and c.ended_at is null)`.as(
      'active_children',
    ),
  ])

export const selectListedRun = compileOnce<{ id: RunId }, ListedRunRow>((place) =>
  listed.where('runs.id', '=', place('id')),
)

export const selectListedRunOfSession = compileOnce<{ sessionId: SessionId }, ListedRunRow>((place) =>
  listed.where('runs.session_id', '=', place('sessionId')),
)

export function selectListedRuns(r: Reader, ids: readonly RunId[]): Promise<ListedRunRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : r.all(listed.where('runs.id', 'in', ids))
}

/** Active first, then the ended ones that are not archived, newest first: the order of `#n` (CMD1). */
export function selectChildren(r: Reader, parentId: SessionId, limit: number): Promise<ListedRunRow[]> {
  return selectTree(r, { rootId: parentId, topId: parentId, of: 'children', after: undefined, limit })
}

/** The same list as it was at a moment: what has ended since stands among the active, also if it is archived by now. */
export const selectChildrenAt = compileOnce<{ parentId: SessionId; at: number; limit: number }, ListedRunRow>(
  (place) =>
    listed
      .where('runs.parent_id', '=', place('parentId'))
      .where((e) =>
        e.or([
          e('runs.ended_at', 'is', null),
          e('runs.ended_at', '>=', place('at')),
          e('runs.is_put_away', '=', sql.lit<0>(0)),
        ]),
      )
      // What a person asks for later has no place in it; what its own agent spawned since came before it in the same step.
      .where((e) =>
        e.or([e('runs.created_at', '<=', place('at')), e('runs.asked_by', '=', sql.lit<'agent'>('agent'))]),
      )
      .orderBy(sql`runs.ended_at is not null and runs.ended_at < ${place('at')}`)
      .orderBy('runs.id', 'desc')
      .limit(place('limit')),
)

export interface TreePage {
  rootId: SessionId
  /** Only below this one; the root itself: everything. */
  topId: SessionId
  /** `children`: only those directly below it. */
  of: 'children' | 'tree'
  after: { ended: 0 | 1; id: string } | undefined
  limit: number
}

/** The same order in pages, also over a whole tree. In two parts, each in the order of its index: nothing is sorted. */
export async function selectTree(r: Reader, page: TreePage): Promise<ListedRunRow[]> {
  const { after, limit } = page
  const active =
    after?.ended === 1 ? [] : await r.all(partOfTree(page, after, limit).where('runs.ended_at', 'is', null))
  if (active.length === limit) return active
  const ended = await r.all(
    partOfTree(page, after?.ended === 1 ? after : undefined, limit - active.length)
      .where('runs.ended_at', 'is not', null)
      .where('runs.is_put_away', '=', sql.lit<0>(0)),
  )
  return [...active, ...ended]
}

/** Below any of these at the top: what has not ended first, then what still can be spoken to, or works again. */
export async function selectAliveBelow(
  r: Reader,
  rootIds: readonly SessionId[],
  limit: number,
): Promise<ListedRunRow[]> {
  if (rootIds.length === 0) return []
  const below = listed.where('runs.root_id', 'in', rootIds).orderBy('runs.id', 'desc')
  const active = await r.all(below.where('runs.ended_at', 'is', null).limit(limit))
  if (active.length === limit) return active
  const stays = sql<boolean>`(runs.mode = 'session' and sessions.state <> 'over')`
  const works = sql<boolean>`(sessions.turn_id is not null or sessions.queued > 0)`
  const ended = await r.all(
    below
      .where('runs.ended_at', 'is not', null)
      .where('runs.is_put_away', '=', sql.lit<0>(0))
      .where((e) => e.or([stays, works]))
      .limit(limit - active.length),
  )
  return [...active, ...ended]
}

function partOfTree({ of, rootId, topId }: TreePage, after: TreePage['after'], limit: number) {
  const newest = listed.orderBy('runs.id', 'desc').limit(limit)
  // From a cursor: it is compared, whatever it is.
  const query = after === undefined ? newest : newest.where('runs.id', '<', after.id as RunId)
  if (of === 'children') return query.where('runs.parent_id', '=', topId)
  if (rootId === topId) return query.where('runs.root_id', '=', rootId)
  return query.where(
    'runs.session_id',
    'in',
    db
      .withRecursive('below', (with_) =>
        with_
          .selectFrom('runs')
          .select('runs.session_id')
          .where('runs.parent_id', '=', topId)
          .unionAll(
            with_
              .selectFrom('runs')
              .innerJoin('below', 'below.session_id', 'runs.parent_id')
              .select('runs.session_id'),
          ),
      )
      .selectFrom('below')
      .select('below.session_id'),
  )
}
