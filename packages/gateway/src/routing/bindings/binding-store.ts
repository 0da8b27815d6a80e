// SQL of bindings.

import type {
  BindingEnd,
  BindingId,
  BindingStatus,
  ConversationRef,
  PersonId,
  RunId,
  SessionId,
} from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { type BindingRow, queries as db } from '../routing-tables.ts'

// A literal lets SQLite use the partial indexes; a parameter would not.
const isInForce = sql<boolean>`status <> 'ended'`

// Spelled as in the index of places: nothing for what is in force there, its id for what ended.
const endedId = sql<string>`case when status = 'ended' then id else '' end`

type PlaceOf = Pick<ConversationRef, 'channel' | 'accountId' | 'conversationId'>

/** None is written where one is in force in that place. */
export const insertBinding = compileOnce<BindingRow, unknown>((row) =>
  db
    .insertInto('bindings')
    .onConflict((place) => place.doNothing())
    .values({
      id: row('id'),
      channel: row('channel'),
      account_id: row('account_id'),
      conversation_id: row('conversation_id'),
      parent_conversation_id: row('parent_conversation_id'),
      place_kind: row('place_kind'),
      session_id: row('session_id'),
      session_key: row('session_key'),
      agent_id: row('agent_id'),
      target_kind: row('target_kind'),
      status: row('status'),
      bound_by: row('bound_by'),
      bound_by_name: row('bound_by_name'),
      label: row('label'),
      run_id: row('run_id'),
      is_opened: row('is_opened'),
      idle_ms: row('idle_ms'),
      max_age_ms: row('max_age_ms'),
      bound_at: row('bound_at'),
      last_activity_at: row('last_activity_at'),
      ended_at: row('ended_at'),
      end_reason: row('end_reason'),
      ended_by: row('ended_by'),
      look_at: row('look_at'),
    }),
)

export const selectBinding = compileOnce<{ id: BindingId }, BindingRow>((given) =>
  db.selectFrom('bindings').selectAll().where('id', '=', given('id')),
)

export const selectInForce = compileOnce<PlaceOf, BindingRow>((place) =>
  db
    .selectFrom('bindings')
    .selectAll()
    .where('channel', '=', place('channel'))
    .where('account_id', '=', place('accountId'))
    .where('conversation_id', '=', place('conversationId'))
    .where(endedId, '=', sql.lit('')),
)

export const selectLastEndedAt = compileOnce<PlaceOf, BindingRow>((place) =>
  db
    .selectFrom('bindings')
    .selectAll()
    .where('channel', '=', place('channel'))
    .where('account_id', '=', place('accountId'))
    .where('conversation_id', '=', place('conversationId'))
    .where(endedId, '>', sql.lit(''))
    .orderBy(endedId, 'desc')
    .limit(1),
)

/** What led there to that session before. */
export const selectEndedOfAt = compileOnce<PlaceOf & { sessionId: SessionId }, Pick<BindingRow, 'id'>>(
  (place) =>
    db
      .selectFrom('bindings')
      .select('id')
      .where('channel', '=', place('channel'))
      .where('account_id', '=', place('accountId'))
      .where('conversation_id', '=', place('conversationId'))
      .where(endedId, '>', sql.lit(''))
      .where('session_id', '=', place('sessionId'))
      .limit(1),
)

/** Whatever became of it. */
export async function readNewestAt(r: Reader, place: PlaceOf): Promise<BindingRow | undefined> {
  return (await r.one(selectInForce(place))) ?? (await r.one(selectLastEndedAt(place)))
}

export const selectOfSession = compileOnce<{ sessionId: SessionId }, BindingRow>((given) =>
  db
    .selectFrom('bindings')
    .selectAll()
    .where('session_id', '=', given('sessionId'))
    .where(isInForce)
    .orderBy('last_activity_at', 'desc')
    .orderBy('id', 'desc'),
)

/** The same of many at once, in no order. */
export async function selectOfSessions(r: Reader, ids: readonly SessionId[]): Promise<BindingRow[]> {
  const listed = sql<SessionId>`(select value from json_each(${JSON.stringify(ids)}))`
  return r.all(db.selectFrom('bindings').selectAll().where('session_id', 'in', listed).where(isInForce))
}

/** What stood in the same place until this one took it, in one step (BND7). */
export const selectReplacedBy = compileOnce<{ id: BindingId }, BindingRow>((given) =>
  db
    .selectFrom('bindings as after')
    .innerJoin('bindings as before', (on) =>
      on
        .onRef('before.channel', '=', 'after.channel')
        .onRef('before.account_id', '=', 'after.account_id')
        .onRef('before.conversation_id', '=', 'after.conversation_id')
        .onRef('before.ended_at', '=', 'after.bound_at'),
    )
    .selectAll('before')
    .where('after.id', '=', given('id'))
    .where('before.end_reason', '=', 'replaced'),
)

export const touchBinding = compileOnce<{ id: BindingId; now: number }, unknown>((given) =>
  db
    .updateTable('bindings')
    .set({ last_activity_at: given('now') })
    .where('id', '=', given('id'))
    .where(isInForce),
)

const toldColumns = [
  'id',
  'session_id',
  'run_id',
  'label',
  'place_kind',
  'channel',
  'account_id',
  'conversation_id',
  'parent_conversation_id',
] as const

/** What timelines tell of one. */
export type ToldBindingRow = Pick<BindingRow, (typeof toldColumns)[number]>

/** None if it had ended before. */
export const endBinding = compileOnce<
  { id: BindingId; now: number; why: BindingEnd; by: string | null },
  ToldBindingRow
>((given) =>
  db
    .updateTable('bindings')
    .set({
      status: 'ended',
      ended_at: given('now'),
      end_reason: given('why'),
      ended_by: given('by'),
      look_at: null,
    })
    .where('id', '=', given('id'))
    .where(isInForce)
    .returning(toldColumns),
)

export type BindingChange = Partial<
  Pick<
    BindingRow,
    | 'status'
    | 'session_id'
    | 'session_key'
    | 'target_kind'
    | 'idle_ms'
    | 'max_age_ms'
    | 'bound_at'
    | 'last_activity_at'
  >
>

export async function updateBinding(
  t: Tx,
  id: BindingId,
  change: BindingChange & Pick<BindingRow, 'look_at'>,
): Promise<void> {
  await t.run(db.updateTable('bindings').set(change).where('id', '=', id))
}

/** Those whose time may be over, the one that waits longest first. */
export const selectToLook = compileOnce<{ now: number; limit: number }, BindingRow>((given) =>
  db
    .selectFrom('bindings')
    .selectAll()
    .where('look_at', '<=', given('now'))
    .orderBy('look_at')
    .limit(given('limit')),
)

export const selectNextLook = compileOnce<Record<never, never>, Pick<BindingRow, 'look_at'>>(() =>
  db.selectFrom('bindings').select('look_at').where('look_at', 'is not', null).orderBy('look_at').limit(1),
)

/** Ended ones too. */
export const forgetLabels = compileOnce<{ sessionId: SessionId }, unknown>((given) =>
  db
    .updateTable('bindings')
    .set({ label: null })
    .where('session_id', '=', given('sessionId'))
    .where('label', 'is not', null),
)

/** Of what goes on where a run ended: it may go on with others too, and be called by theirs. */
export const forgetLabelsOfRun = compileOnce<{ sessionId: SessionId; runId: RunId }, unknown>((given) =>
  db
    .updateTable('bindings')
    .set({ label: null })
    .where('session_id', '=', given('sessionId'))
    .where('run_id', '=', given('runId'))
    .where('label', 'is not', null),
)

export interface ListQuestion {
  status: 'in_force' | 'ended' | 'all'
  sessionId: SessionId | undefined
  channel: string | undefined
  conversationId: string | undefined
  /** Whose own ones are listed besides everyone's; undefined: all. */
  personId: PersonId | undefined
  after: string | undefined
  limit: number
}

export async function selectBindings(r: Reader, question: ListQuestion): Promise<BindingRow[]> {
  const { status, sessionId, channel, conversationId, personId, after } = question
  let query = db.selectFrom('bindings').selectAll().orderBy('id', 'desc').limit(question.limit)
  if (status === 'in_force') query = query.where(isInForce)
  if (status === 'ended') query = query.where('status', '=', 'ended' satisfies BindingStatus)
  if (sessionId !== undefined) query = query.where('session_id', '=', sessionId)
  if (channel !== undefined) query = query.where('channel', '=', channel)
  if (conversationId !== undefined) query = query.where('conversation_id', '=', conversationId)
  if (after !== undefined) query = query.where('id', '<', after as BindingId)
  // Where one's own composer points is one's own.
  if (personId !== undefined) {
    query = query.where((is) =>
      is.or([
        is('channel', '<>', 'web'),
        is('account_id', '=', personId as string),
        is('account_id', '=', 'web'),
      ]),
    )
  }
  return r.all(query)
}

export async function deleteEndedBefore(t: Tx, before: number, limit: number): Promise<number> {
  const old = db.selectFrom('bindings').select('id').where('ended_at', '<', before).limit(limit)
  return t.run(db.deleteFrom('bindings').where('id', 'in', old))
}

/** Up to so many: whoever asks again and again must not read them all. */
export const selectCountInForce = compileOnce<{ max: number }, { count: number }>((given) =>
  db
    .selectFrom(db.selectFrom('bindings').select('id').where(isInForce).limit(given('max')).as('in_force'))
    .select((is) => is.fn.countAll<number>().as('count')),
)
