// What the place of a delivery is called, and why one shows no text, as somebody sees the outbox. That something is stuck is
// everybody's business who runs the place; the name of a thread may be what a private task is called.

import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { mayRead, type SeenDelivery } from '../outcomes/outbox.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { type CalledPlace, callPlace, findKind } from './call-place.ts'

export interface CalledDelivery extends SeenDelivery {
  called: CalledPlace | null
  /** Null where its text is shown, or it has none to show. */
  hidden: 'not_yours' | 'told_there' | 'gone' | null
}

export async function callDelivery(
  deps: RoutingRoom,
  r: Reader,
  actor: Actor,
  delivery: SeenDelivery,
): Promise<CalledDelivery> {
  const { place } = delivery
  const isReadable = await mayRead(deps, r, actor, delivery)
  const hidden = whyHidden(delivery, isReadable)
  if (place === null) return { ...delivery, called: null, hidden }
  const called = isReadable
    ? await callPlace(deps, r, actor, place)
    : { kind: await findKind(r, place), name: null, above: null }
  return { ...delivery, called, hidden }
}

/** What is told to somebody directly belongs to no session, and its text is shown to nobody here. */
function whyHidden(delivery: SeenDelivery, isReadable: boolean): CalledDelivery['hidden'] {
  const { kind, text, files, sessionId, isNotice } = delivery
  if (kind !== 'message' || text !== '') return null
  if (!isReadable) return 'not_yours'
  if (files.length > 0) return null
  return sessionId === null && isNotice ? 'told_there' : 'gone'
}
