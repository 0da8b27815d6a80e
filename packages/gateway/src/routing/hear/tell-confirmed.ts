// After a stop: what its answer could only announce is edited into it, once all of it has come to an end (SUB12).

import type { Tx } from '../../foundation/database/store.ts'
import type { InboundEvent } from '../ports.ts'
import type { CommandAnswer } from '../routing.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectArrival } from '../routing-store.ts'
import { changeInPlace } from './say-in-place.ts'

export async function tellConfirmed(
  deps: RoutingRoom,
  t: Tx,
  event: InboundEvent,
  { text }: CommandAnswer,
): Promise<void> {
  const arrival = await t.one(selectArrival({ ...event.conversation, eventId: event.eventId }))
  if (arrival?.session_id == null) return
  const session = await deps.sessions.see(t, { kind: 'system' }, arrival.session_id)
  const binding = await deps.bindings.resolveByConversation(t, event.conversation)
  await changeInPlace(deps, t, { arrival: event, session, binding, what: 'answer', text })
}
