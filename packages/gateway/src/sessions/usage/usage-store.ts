// SQL of what was used. Every question is about a range of hours and looks at no others.

import type { PersonId, SessionId } from '@heddle/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { type Compilable, compileOnce } from '../../foundation/database/query.ts'
import { queries as db, type UsageFigures, type UsageHourRow } from './usage-tables.ts'

export const addUsage = compileOnce<UsageHourRow, unknown>((place) =>
  db
    .insertInto('usage_hours')
    .values({
      person_id: place('person_id'),
      hour: place('hour'),
      agent_id: place('agent_id'),
      model: place('model'),
      turns: place('turns'),
      input_tokens: place('input_tokens'),
      output_tokens: place('output_tokens'),
      cached_tokens: place('cached_tokens'),
      cost_micros: place('cost_micros'),
      unpriced_turns: place('unpriced_turns'),
    })
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'hour', 'agent_id', 'model']).doUpdateSet((e) => ({
        turns: e('usage_hours.turns', '+', e.ref('excluded.turns')),
        input_tokens: e('usage_hours.input_tokens', '+', e.ref('excluded.input_tokens')),
        output_tokens: e('usage_hours.output_tokens', '+', e.ref('excluded.output_tokens')),
        cached_tokens: e('usage_hours.cached_tokens', '+', e.ref('excluded.cached_tokens')),
        cost_micros: e('usage_hours.cost_micros', '+', e.ref('excluded.cost_micros')),
        unpriced_turns: e('usage_hours.unpriced_turns', '+', e.ref('excluded.unpriced_turns')),
      })),
    ),
)

/** Whose turn it is: the session's agent, and who wrote the message that caused its beginning. */
export const selectAsker = compileOnce<
  { sessionId: SessionId; startedSeq: number },
  { agent_id: string; actor_kind: string | null; actor_id: string | null }
>((place) =>
  db
    .selectFrom('sessions')
    .leftJoin('session_events as started', (join) =>
      join.onRef('started.session_id', '=', 'sessions.id').on('started.seq', '=', place('startedSeq')),
    )
    .leftJoin('session_events as message', 'message.id', 'started.caused_by')
    .select(['sessions.agent_id', 'message.actor_kind', 'message.actor_id'])
    .where('sessions.id', '=', place('sessionId')),
)

export interface UsageRange {
  /** Undefined for everyone's. */
  personId: PersonId | undefined
  /** The first hour, and the first one beyond. */
  fromHour: number
  beforeHour: number
}

type GroupColumn = 'hour' | 'agent_id' | 'model' | 'person_id'

export function sumByHour(range: UsageRange): Compilable<UsageFigures & { group: number }> {
  return sums(range, 'hour').orderBy('hour') as Compilable<UsageFigures & { group: number }>
}

/** The most used first. */
export function sumBy(
  range: UsageRange,
  column: Exclude<GroupColumn, 'hour'>,
  limit: number,
): Compilable<UsageFigures & { group: string }> {
  const most = sums(range, column)
    .orderBy(sql`sum(cost_micros)`, 'desc')
    .orderBy(sql`sum(input_tokens + output_tokens)`, 'desc')
    .orderBy(sql`sum(turns)`, 'desc')
    .orderBy(column)
  return most.limit(limit) as Compilable<UsageFigures & { group: string }>
}

export function selectNames(
  ids: readonly string[],
): Compilable<{ id: PersonId; name: string; state: 'active' | 'removed' }> {
  return db
    .selectFrom('people')
    .select(['id', 'name', 'state'])
    .where('id', 'in', ids as readonly PersonId[])
}

function sums({ personId, fromHour, beforeHour }: UsageRange, column: GroupColumn) {
  const inRange = db
    .selectFrom('usage_hours')
    .where('hour', '>=', fromHour)
    .where('hour', '<', beforeHour)
    .$if(personId !== undefined, (query) => query.where('person_id', '=', personId ?? ''))
  return inRange.select((e) => [e.ref(column).as('group'), ...figures(e)]).groupBy(column)
}

type Row = ExpressionBuilder<{ usage_hours: UsageHourRow }, 'usage_hours'>

function figures({ fn }: Row) {
  return [
    fn.sum<number>('turns').as('turns'),
    fn.sum<number>('input_tokens').as('input_tokens'),
    fn.sum<number>('output_tokens').as('output_tokens'),
    fn.sum<number>('cached_tokens').as('cached_tokens'),
    fn.sum<number>('cost_micros').as('cost_micros'),
    fn.sum<number>('unpriced_turns').as('unpriced_turns'),
  ] as const
}
