// SQL of what waits in sessions.

import type { EventId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type InboxRow, queries as db, type TurnRow } from './sessions-tables.ts'

export const insertWaiting = compileOnce<InboxRow, unknown>((place) =>
  db.insertInto('session_inbox').values({
    session_id: place('session_id'),
    event_id: place('event_id'),
    seq: place('seq'),
    position: place('position'),
    mode: place('mode'),
    author_id: place('author_id'),
    conversation: place('conversation'),
    created_at: place('created_at'),
    is_quiet: place('is_quiet'),
  }),
)

/** In the order in which they will be taken. Their number is limited. */
export const selectWaiting = compileOnce<{ sessionId: SessionId }, InboxRow>((place) =>
  db
    .selectFrom('session_inbox')
    .selectAll()
    .where('session_id', '=', place('sessionId'))
    .orderBy('position')
    .orderBy('seq'),
)

/**
 * What shall steer that turn. Its answer goes to where it was begun; what has no place, or goes into a turn without one,
 * asks for none.
 */
export async function findSteering(
  r: Reader,
  turn: Pick<TurnRow, 'session_id' | 'conversation'>,
): Promise<InboxRow[]> {
  const steering = await r.all(selectSteering({ sessionId: turn.session_id }))
  const place = turn.conversation ?? ''
  return steering.filter(({ conversation: from }) => from === place || from === '' || place === '')
}

const selectSteering = compileOnce<{ sessionId: SessionId }, InboxRow>((place) =>
  db
    .selectFrom('session_inbox')
    .selectAll()
    .where('session_id', '=', place('sessionId'))
    .where('mode', '=', sql.lit<'steer'>('steer'))
    .orderBy('position')
    .orderBy('seq'),
)

export const selectOneWaiting = compileOnce<{ eventId: EventId }, InboxRow>((place) =>
  db.selectFrom('session_inbox').selectAll().where('event_id', '=', place('eventId')),
)

/** It wakes nobody any more; the next turn takes it along. */
export const quietWaiting = compileOnce<{ eventId: EventId }, unknown>((place) =>
  db
    .updateTable('session_inbox')
    .set({ is_quiet: sql.lit<1>(1) })
    .where('event_id', '=', place('eventId'))
    .where('is_quiet', '=', sql.lit<0>(0)),
)

export const deleteWaiting = compileOnce<{ eventId: EventId }, unknown>((place) =>
  db.deleteFrom('session_inbox').where('event_id', '=', place('eventId')),
)

export async function setPosition(t: Tx, eventId: EventId, position: number): Promise<void> {
  await t.run(db.updateTable('session_inbox').set({ position }).where('event_id', '=', eventId))
}
