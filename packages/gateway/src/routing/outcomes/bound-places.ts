// What sessions ask and tell of bindings: in whose place a run is told that ends, and that a session is over (BND6).

import type { BindingEnd } from '@heddle/contract'
import type { BoundPlace } from '../../sessions/bound-places.ts'
import type { BoundPlaces, SessionOver } from '../../sessions/sessions.ts'
import { chooseShownPlace } from '../bindings/choose-shown-place.ts'
import { callOffFocus } from '../bindings/open-for-focus.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { chooseBinding } from './choose-binding.ts'

export function createBoundPlaces(deps: RoutingRoom): BoundPlaces {
  const { bindings } = deps
  return {
    async chooseFor(r, sessionId, origin) {
      const inForce = await bindings.listBySession(r, sessionId)
      return chooseBinding(
        inForce.filter(({ status }) => status === 'active'),
        origin,
      )?.id
    },

    async list(r, sessionId) {
      const told: BoundPlace[] = []
      for (const { conversation, placeKind, boundBy } of await bindings.listBySession(r, sessionId)) {
        const { channel, conversationId } = await chooseShownPlace(deps, r, sessionId, conversation)
        told.push({ channel, kind: placeKind, conversationId, boundBy: boundBy?.name ?? null })
      }
      return told
    },

    async followOver(t, sessionId, how) {
      const why = endOf[how]
      if (why === null) return bindings.letEnd(t, sessionId)
      await bindings.endOfSession(t, sessionId, why)
      await callOffFocus(deps, t, [sessionId], why)
    },

    async followPrivate(t, sessionIds, by) {
      await bindings.endWhereOthersRead(t, sessionIds, by)
      await callOffFocus(deps, t, sessionIds, 'made_private')
    },
  }
}

/** Sessions are built before the room that knows, and ask only when something happens. */
export function lateBoundPlaces(routing: () => { boundPlaces: BoundPlaces }): BoundPlaces {
  return {
    chooseFor: (r, sessionId, origin) => routing().boundPlaces.chooseFor(r, sessionId, origin),
    list: (r, sessionId) => routing().boundPlaces.list(r, sessionId),
    followOver: (t, sessionId, how) => routing().boundPlaces.followOver(t, sessionId, how),
    followPrivate: (t, sessionIds, by) => routing().boundPlaces.followPrivate(t, sessionIds, by),
  }
}

/** Null: the next message there revives what it was about. */
const endOf: Readonly<Record<SessionOver, BindingEnd | null>> = {
  done: null,
  deleted: 'cleanup',
  killed: 'kill',
  put_away: 'session_deleted',
}
