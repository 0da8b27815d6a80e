// SQL of places, arrivals and where answers were told.

import type { ConversationRef, EventId, RunId, SessionId } from '@heddle/contract'
import { compileOnce } from '../foundation/database/query.ts'
import type { Tx } from '../foundation/database/store.ts'
import {
  type ArrivalRow,
  type CompletionRow,
  type ConversationRow,
  queries as db,
  type ReplyRow,
} from './routing-tables.ts'

/** Of one session; a personal one has one for each channel. */
const placesMax = 100

type PlaceOf = Pick<ConversationRef, 'channel' | 'accountId' | 'conversationId'>

export const selectConversation = compileOnce<PlaceOf, ConversationRow>((place) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('channel', '=', place('channel'))
    .where('account_id', '=', place('accountId'))
    .where('conversation_id', '=', place('conversationId')),
)

/** A place whose session was archived has been there before: it is heard by the new one. */
export const putConversation = compileOnce<ConversationRow, unknown>((place) =>
  db
    .insertInto('conversations')
    .values({
      channel: place('channel'),
      account_id: place('account_id'),
      conversation_id: place('conversation_id'),
      parent_conversation_id: place('parent_conversation_id'),
      kind: place('kind'),
      agent_id: place('agent_id'),
      session_id: place('session_id'),
      created_at: place('created_at'),
      platform_id: place('platform_id'),
    })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'account_id', 'conversation_id']).doUpdateSet((row) => ({
        agent_id: place('agent_id'),
        session_id: place('session_id'),
        platform_id: row.fn.coalesce('excluded.platform_id', 'conversations.platform_id'),
      })),
    ),
)

export const selectPlacesOf = compileOnce<{ sessionId: SessionId }, ConversationRow>((place) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('session_id', '=', place('sessionId'))
    .orderBy('created_at')
    .limit(placesMax),
)

/** Every place that the old session heard is now heard by the new one. */
export async function moveConversations(t: Tx, from: SessionId, to: SessionId): Promise<void> {
  await t.run(db.updateTable('conversations').set({ session_id: to }).where('session_id', '=', from))
}

export const selectArrival = compileOnce<PlaceOf & { eventId: string }, ArrivalRow>((place) =>
  db
    .selectFrom('arrivals')
    .selectAll()
    .where('channel', '=', place('channel'))
    .where('account_id', '=', place('accountId'))
    .where('conversation_id', '=', place('conversationId'))
    .where('event_id', '=', place('eventId')),
)

export const insertArrival = compileOnce<ArrivalRow, unknown>((place) =>
  db.insertInto('arrivals').values({
    channel: place('channel'),
    account_id: place('account_id'),
    conversation_id: place('conversation_id'),
    event_id: place('event_id'),
    fingerprint: place('fingerprint'),
    session_id: place('session_id'),
    message_id: place('message_id'),
    message_seq: place('message_seq'),
    reason: place('reason'),
    answer: place('answer'),
    created_at: place('created_at'),
  }),
)

export async function emptyFingerprint(t: Tx, messageId: EventId): Promise<void> {
  await t.run(
    db
      .updateTable('arrivals')
      .set({ fingerprint: new Uint8Array(), answer: null })
      .where('message_id', '=', messageId),
  )
}

export const insertReply = compileOnce<ReplyRow, unknown>((place) =>
  db
    .insertInto('turn_replies')
    .values({
      turn_id: place('turn_id'),
      session_id: place('session_id'),
      destination: place('destination'),
      reason: place('reason'),
      conversation: place('conversation'),
      created_at: place('created_at'),
    })
    // Decided once; the reaction may run again.
    .onConflict((conflict) => conflict.column('turn_id').doNothing()),
)

export const selectLastReply = compileOnce<{ sessionId: SessionId }, ReplyRow>((place) =>
  db
    .selectFrom('turn_replies')
    .selectAll()
    .where('session_id', '=', place('sessionId'))
    .orderBy('turn_id', 'desc')
    .limit(1),
)

export const upsertCompletion = compileOnce<CompletionRow, unknown>((place) =>
  db
    .insertInto('completions')
    .values({
      run_id: place('run_id'),
      destination: place('destination'),
      reason: place('reason'),
      place: place('place'),
      created_at: place('created_at'),
    })
    // Decided anew where the parent could not tell it.
    .onConflict((conflict) =>
      conflict.column('run_id').doUpdateSet({
        destination: place('destination'),
        reason: place('reason'),
        place: place('place'),
      }),
    ),
)

export const selectCompletion = compileOnce<{ runId: RunId }, CompletionRow>((place) =>
  db.selectFrom('completions').selectAll().where('run_id', '=', place('runId')),
)
