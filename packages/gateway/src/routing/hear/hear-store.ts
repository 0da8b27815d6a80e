// SQL of what came in from outside: how far each place was heard, what waits for its turn, what it came to.

import type { ConversationRef } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import { type ArrivalRow, queries as db, type KeptArrivalRow, type PlaceMarkRow } from '../routing-tables.ts'

type PlaceOf = Pick<ConversationRef, 'channel' | 'accountId' | 'conversationId'>

export const selectMark = compileOnce<PlaceOf, PlaceMarkRow>((place) =>
  db
    .selectFrom('place_marks')
    .selectAll()
    .where('channel', '=', place('channel'))
    .where('account_id', '=', place('accountId'))
    .where('conversation_id', '=', place('conversationId')),
)

export type NewMark = Omit<PlaceMarkRow, 'settled_id' | 'next_settled_id' | 'next_settled_at'>

/** Only forward: what comes late is older than what was heard. `settles_at`: what was next before that, is settled now. */
export const putMark = compileOnce<NewMark & { settles_at: number }, unknown>((place) => {
  const settles = sql<boolean>`next_settled_at <= ${place('settles_at')}`
  const eventId = place('event_id')
  return db
    .insertInto('place_marks')
    .values(newMark(place))
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'account_id', 'conversation_id'])
        .doUpdateSet({
          event_id: eventId,
          heard_at: place('heard_at'),
          settled_id: sql<string>`case when ${settles} then next_settled_id else settled_id end`,
          next_settled_id: sql<string>`case when ${settles} then ${eventId} else next_settled_id end`,
          next_settled_at: sql<number>`case when ${settles} then ${place('heard_at')} else next_settled_at end`,
        })
        .where('place_marks.heard_at', '<=', place('heard_at')),
    )
})

function newMark(place: <K extends keyof NewMark>(name: K) => NewMark[K]): PlaceMarkRow {
  return {
    channel: place('channel'),
    account_id: place('account_id'),
    conversation_id: place('conversation_id'),
    parent_conversation_id: place('parent_conversation_id'),
    event_id: place('event_id'),
    heard_at: place('heard_at'),
    bot_turns: place('bot_turns'),
    // Of what was written before the first that was heard, nobody knows.
    settled_id: place('event_id'),
    next_settled_id: place('event_id'),
    next_settled_at: place('heard_at'),
  }
}

/** Only where there is none: what was heard there says more. */
export const putFirstMark = compileOnce<NewMark, unknown>((place) =>
  db
    .insertInto('place_marks')
    .values(newMark(place))
    .onConflict((conflict) => conflict.doNothing()),
)

export const setBotTurns = compileOnce<PlaceOf & { turns: number }, unknown>((place) =>
  db
    .updateTable('place_marks')
    .set({ bot_turns: place('turns') })
    .where('channel', '=', place('channel'))
    .where('account_id', '=', place('accountId'))
    .where('conversation_id', '=', place('conversationId')),
)

export const selectNewestMarks = compileOnce<
  { channel: string; accountId: string; limit: number },
  PlaceMarkRow
>((place) =>
  db
    .selectFrom('place_marks')
    .selectAll()
    .where('channel', '=', place('channel'))
    .where('account_id', '=', place('accountId'))
    .orderBy('heard_at', 'desc')
    .limit(place('limit')),
)

export const insertKept = compileOnce<KeptArrivalRow, unknown>((place) =>
  db.insertInto('kept_arrivals').values({
    place: place('place'),
    number: place('number'),
    channel: place('channel'),
    account_id: place('account_id'),
    conversation_id: place('conversation_id'),
    event_id: place('event_id'),
    event: place('event'),
    created_at: place('created_at'),
  }),
)

export const selectFirstKept = compileOnce<{ place: string }, KeptArrivalRow>((place) =>
  db
    .selectFrom('kept_arrivals')
    .selectAll()
    .where('place', '=', place('place'))
    .orderBy('number')
    .limit(sql.lit(1)),
)

/** How many there are, and between which numbers. */
export const selectKeptRange = compileOnce<
  { place: string },
  { count: number; first: number | null; last: number | null }
>((place) =>
  db
    .selectFrom('kept_arrivals')
    .select((is) => [
      is.fn.countAll<number>().as('count'),
      is.fn.min<number | null>('number').as('first'),
      is.fn.max<number | null>('number').as('last'),
    ])
    .where('place', '=', place('place')),
)

export const deleteKept = compileOnce<{ place: string; number: number }, unknown>((place) =>
  db.deleteFrom('kept_arrivals').where('place', '=', place('place')).where('number', '=', place('number')),
)

export const deleteArrival = compileOnce<PlaceOf & { eventId: string }, Pick<ArrivalRow, 'created_at'>>(
  (place) =>
    db
      .deleteFrom('arrivals')
      .where('channel', '=', place('channel'))
      .where('account_id', '=', place('accountId'))
      .where('conversation_id', '=', place('conversationId'))
      .where('event_id', '=', place('eventId'))
      .returning('created_at'),
)
