// SQL of what changes hands when a guest turns out to be a member.

import type { GuestId, PersonId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import { eventColumns } from './event-store.ts'
import { type EventRow, queries as db } from './sessions-tables.ts'

export const selectEventsOfGuest = compileOnce<{ guestId: GuestId; limit: number }, EventRow>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('actor_kind', '=', sql.lit<'guest'>('guest'))
    .where('actor_id', '=', place('guestId'))
    .limit(place('limit')),
)

export const giveEvent = compileOnce<
  { sessionId: SessionId; seq: number; personId: PersonId; name: string; payload: string },
  unknown
>((place) =>
  db
    .updateTable('session_events')
    .set({
      actor_kind: sql.lit<'person'>('person'),
      actor_id: place('personId'),
      actor_name: place('name'),
      payload: place('payload'),
    })
    .where('session_id', '=', place('sessionId'))
    .where('seq', '=', place('seq')),
)

interface Gift {
  sessionId: SessionId
  guestId: GuestId
  personId: PersonId
}

export const giveWaiting = compileOnce<Gift, unknown>((place) =>
  db
    .updateTable('session_inbox')
    .set({ author_id: place('personId') })
    .where('session_id', '=', place('sessionId'))
    .where('author_id', '=', place('guestId')),
)

export const giveTurns = compileOnce<Gift, unknown>((place) =>
  db
    .updateTable('turns')
    .set({ requester_id: place('personId') })
    .where('session_id', '=', place('sessionId'))
    .where('requester_id', '=', place('guestId')),
)

export const giveSaid = compileOnce<Gift, unknown>((place) =>
  db
    .updateTable('sessions')
    .set({ said_by: place('personId') })
    .where('id', '=', place('sessionId'))
    .where('said_by', '=', place('guestId')),
)
