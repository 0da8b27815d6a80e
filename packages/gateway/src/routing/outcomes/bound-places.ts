// What sessions ask and tell of bindings: in whose place a run is told that ends, and that a session is over (BND6).

import type { BindingEnd } from '@heddle/contract'
import type { BoundPlaces, SessionOver } from '../../sessions/sessions.ts'
import type { BindingService } from '../bindings/bindings.ts'
import { chooseBinding } from './choose-binding.ts'

export function createBoundPlaces(bindings: BindingService): BoundPlaces {
  return {
    async chooseFor(r, sessionId, origin) {
      const inForce = await bindings.listBySession(r, sessionId)
      return chooseBinding(
        inForce.filter(({ status }) => status === 'active'),
        origin,
      )?.id
    },

    async list(r, sessionId) {
      const inForce = await bindings.listBySession(r, sessionId)
      return inForce.map(({ conversation: { channel, conversationId }, placeKind, boundBy }) => {
        return { channel, kind: placeKind, conversationId, boundBy: boundBy?.name ?? null }
      })
    },

    async followOver(t, sessionId, how) {
      const why = endOf[how]
      if (why === null) return bindings.letEnd(t, sessionId)
      for (const { id } of await bindings.listBySession(t, sessionId)) await bindings.unbind(t, id, { why })
    },
  }
}

/** Sessions are built before the room that knows, and ask only when something happens. */
export function lateBoundPlaces(routing: () => { boundPlaces: BoundPlaces }): BoundPlaces {
  return {
    chooseFor: (r, sessionId, origin) => routing().boundPlaces.chooseFor(r, sessionId, origin),
    list: (r, sessionId) => routing().boundPlaces.list(r, sessionId),
    followOver: (t, sessionId, how) => routing().boundPlaces.followOver(t, sessionId, how),
  }
}

/** Null: the next message there revives what it was about. */
const endOf: Readonly<Record<SessionOver, BindingEnd | null>> = {
  done: null,
  deleted: 'cleanup',
  killed: 'kill',
  put_away: 'session_deleted',
}
