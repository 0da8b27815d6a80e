// SQL of the outbox.

import {
  type DeliveryFilter,
  type DeliveryId,
  type DeliveryState,
  deliveryStates,
  type EventId,
  type SessionId,
} from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type DeliveryRow, queries as db } from './delivery-tables.ts'
import { deleteQuotesOf } from './quote-store.ts'

// Literals let SQLite use the partial indexes; a parameter would not.
const isOpen = sql<boolean>`state in ('queued', 'sending', 'waiting', 'unknown')`
const isSettled = sql<boolean>`state in ('sent', 'rejected', 'gave_up', 'withdrawn')`
const isTrouble = sql<boolean>`(state in ('unknown', 'rejected', 'gave_up') or (state = 'waiting' and destination = ''))`
const isToOpen = sql<boolean>`kind = 'open' and state in ('queued', 'waiting')`
const hasPlace = sql<boolean>`destination <> ''`

/** False if something is there already for the same cause, place and part. */
export async function insertDelivery(t: Tx, row: DeliveryRow): Promise<boolean> {
  return (await t.run(insert(row))) > 0
}

const insert = compileOnce<DeliveryRow, unknown>((row) =>
  db
    .insertInto('deliveries')
    .values({
      id: row('id'),
      lead_id: row('lead_id'),
      kind: row('kind'),
      cause: row('cause'),
      destination: row('destination'),
      part: row('part'),
      parts: row('parts'),
      channel: row('channel'),
      account_id: row('account_id'),
      conversation_id: row('conversation_id'),
      parent_conversation_id: row('parent_conversation_id'),
      session_id: row('session_id'),
      event_id: row('event_id'),
      run_id: row('run_id'),
      text: row('text'),
      extra: row('extra'),
      state: row('state'),
      reason: row('reason'),
      detail: row('detail'),
      attempts: row('attempts'),
      is_resent: row('is_resent'),
      next_at: row('next_at'),
      expires_at: row('expires_at'),
      started_at: row('started_at'),
      platform_id: row('platform_id'),
      link: row('link'),
      created_at: row('created_at'),
      updated_at: row('updated_at'),
      sent_at: row('sent_at'),
    })
    .onConflict((conflict) => conflict.columns(['cause', 'destination', 'part']).doNothing()),
)

export const selectDelivery = compileOnce<{ id: DeliveryId }, DeliveryRow>((given) =>
  db.selectFrom('deliveries').selectAll().where('id', '=', given('id')),
)

export const selectOfCause = compileOnce<{ cause: string }, DeliveryRow>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('cause', '=', given('cause'))
    .orderBy('destination')
    .orderBy('part'),
)

export const selectOfCauseAt = compileOnce<{ cause: string; destination: string }, DeliveryRow>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('cause', '=', given('cause'))
    .where('destination', '=', given('destination'))
    .orderBy('part'),
)

export const selectOfEvent = compileOnce<{ eventId: EventId }, DeliveryRow>((given) =>
  db.selectFrom('deliveries').selectAll().where('event_id', '=', given('eventId')).orderBy('id'),
)

/** What that agent said for a session under any other name. */
export const selectNamedOtherwise = compileOnce<
  { sessionId: SessionId; agentId: string; name: string },
  DeliveryRow
>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('session_id', '=', given('sessionId'))
    .where(sql<string>`extra ->> '$.content.persona.agentId'`, '=', given('agentId'))
    .where(sql<string>`extra ->> '$.content.persona.name'`, '<>', given('name'))
    .orderBy('id'),
)

/** What stands first in a lane, past those of which it is for people to say what becomes. */
export const selectHead = compileOnce<{ destination: string }, DeliveryRow>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('destination', '=', given('destination'))
    .where(hasPlace)
    .where(isOpen)
    .where(sql<boolean>`not (state = 'unknown' and coalesce(reason, '') = 'unreadable')`)
    .orderBy('lead_id')
    .orderBy('part')
    .limit(1),
)

/** The one of a lane that is under way, or looked for while others wait. */
export const selectUnderWay = compileOnce<{ destination: string }, DeliveryRow>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('destination', '=', given('destination'))
    .where(hasPlace)
    .where(isOpen)
    .where(sql<boolean>`(state = 'sending' or (state = 'unknown' and coalesce(reason, '') <> 'unreadable'))`)
    .orderBy('lead_id')
    .orderBy('part')
    .limit(1),
)

/** In order, all of these kinds that a lane has not settled. */
export async function selectOpenInLane(
  r: Reader,
  destination: string,
  kinds: readonly Exclude<DeliveryRow['kind'], 'open'>[],
  limit: number,
): Promise<DeliveryRow[]> {
  return r.all(
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('destination', '=', destination)
      .where(hasPlace)
      .where(isOpen)
      .where('kind', 'in', kinds)
      .orderBy('lead_id')
      .orderBy('part')
      .limit(limit),
  )
}

/** What was to change or remove this message and could not even be tried, the newest first. */
export const selectRejectedChanges = compileOnce<{ target: DeliveryId }, DeliveryRow>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where(isTrouble)
    // Whatever changes it came after it.
    .where('id', '>', given('target'))
    .where('state', '=', 'rejected')
    .where('attempts', '=', 0)
    .where('kind', 'in', ['edit', 'delete'])
    .where(sql<string>`extra ->> '$.content.target'`, '=', given('target'))
    .orderBy('id', 'desc'),
)

/** Of a lane, those that nobody waits for any more and that have not left. */
export const selectExpiredOpenings = compileOnce<
  { destination: string; now: number; limit: number },
  DeliveryRow
>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('destination', '=', given('destination'))
    .where(isToOpen)
    .where('expires_at', '<=', given('now'))
    .orderBy('expires_at')
    .limit(given('limit')),
)

/** The next lane in which something is open, of an account. */
export const selectNextLane = compileOnce<{ after: string; before: string }, { destination: string }>(
  (given) =>
    db
      .selectFrom('deliveries')
      .select('destination')
      .where('destination', '>', given('after'))
      .where('destination', '<', given('before'))
      .where(hasPlace)
      .where(isOpen)
      .orderBy('destination')
      .limit(1),
)

export const selectOpened = compileOnce<{ sessionId: SessionId }, DeliveryRow>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('session_id', '=', given('sessionId'))
    .where('kind', '=', 'open')
    .where('state', '=', 'sent')
    .orderBy('id'),
)

/**
 * What we said in that lane, or in the one above, under this id: some platforms name messages only within a conversation,
 * and what a conversation was opened from stands above it.
 */
export const selectByPlatformId = compileOnce<
  { channel: string; accountId: string; platformId: string; destination: string; above: string },
  DeliveryRow
>((given) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('channel', '=', given('channel'))
    .where('account_id', '=', given('accountId'))
    .where('platform_id', '=', given('platformId'))
    .where((is) =>
      is.or([is('destination', '=', given('destination')), is('destination', '=', given('above'))]),
    )
    .orderBy('id'),
)

export async function updateDelivery(t: Tx, id: DeliveryId, change: Partial<DeliveryRow>): Promise<void> {
  await t.run(updateOf(Object.keys(change))({ ...change, thisId: id }))
}

// There are few different changes, and each is made very often.
const updates = new Map<string, ReturnType<typeof compileUpdate>>()

function updateOf(columns: readonly string[]): ReturnType<typeof compileUpdate> {
  const name = columns.join(' ')
  const known = updates.get(name)
  if (known) return known
  const compiled = compileUpdate(columns)
  updates.set(name, compiled)
  return compiled
}

function compileUpdate(columns: readonly string[]) {
  return compileOnce<Partial<DeliveryRow> & { thisId: DeliveryId }, unknown>((given) => {
    // The keys of a change are columns.
    const places = columns.map((column) => [column, given(column as keyof DeliveryRow)])
    return db.updateTable('deliveries').set(Object.fromEntries(places)).where('id', '=', given('thisId'))
  })
}

export async function deleteDelivery(t: Tx, id: DeliveryId): Promise<void> {
  await t.run(db.deleteFrom('deliveries').where('id', '=', id))
}

export async function setParts(t: Tx, cause: string, destination: string, parts: number): Promise<void> {
  await t.run(
    db
      .updateTable('deliveries')
      .set({ parts })
      .where('cause', '=', cause)
      .where('destination', '=', destination),
  )
}

export interface ListQuestion {
  of: DeliveryFilter | DeliveryState
  sessionId: SessionId | undefined
  before: string | undefined
  limit: number
}

/** For one state, also what holds for its kind: by that the index is found in which there are few. */
const openStates: readonly string[] = ['open', 'queued', 'sending', 'waiting']
const troubledStates: readonly string[] = ['trouble', 'unknown', 'rejected', 'gave_up']

/** Newest first. */
export async function selectPage(r: Reader, question: ListQuestion): Promise<DeliveryRow[]> {
  const { of, sessionId, before } = question
  let query = db.selectFrom('deliveries').selectAll().orderBy('id', 'desc').limit(question.limit)
  const state = deliveryStates.find((one) => one === of)
  if (openStates.includes(of)) query = query.where(isOpen)
  if (troubledStates.includes(of)) query = query.where(isTrouble)
  if (state === 'withdrawn') query = query.where(sql<boolean>`state = 'withdrawn'`)
  else if (state !== undefined) query = query.where('state', '=', state)
  if (sessionId !== undefined) query = query.where('session_id', '=', sessionId)
  if (before !== undefined) query = query.where('id', '<', before as DeliveryId)
  return r.all(query)
}

export async function countOpen(r: Reader): Promise<{ open: number; unknown: number }> {
  const rows = await r.all(
    db
      .selectFrom('deliveries')
      .select(['state', (e) => e.fn.countAll<number>().as('count')])
      .where(isOpen)
      .groupBy('state'),
  )
  const unknown = rows.find(({ state }) => state === 'unknown')?.count ?? 0
  return { open: rows.reduce((sum, { count }) => sum + count, 0), unknown }
}

export async function deleteSettledBefore(t: Tx, before: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('deliveries')
    .select('id')
    .where(isSettled)
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
  const gone = await t.all(db.deleteFrom('deliveries').where('id', 'in', old).returning('cause'))
  await deleteQuotesOf(
    t,
    gone.map(({ cause }) => cause),
  )
  return gone.length
}
