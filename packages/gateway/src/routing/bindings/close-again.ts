// What is said late in a thread that was put away opens it again on its platform: an answer that somebody had asked for
// before they left. Then it is put away once more, unless somebody wrote there since and uses it (BND5).

import type { Delivery } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { selectMark } from '../hear/hear-store.ts'
import { turnOfCause } from '../outcomes/say-for-turn.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectArrival } from '../routing-store.ts'
import { bindingOfRow } from './binding-of-row.ts'
import { selectLastEndedAt } from './binding-store.ts'
import type { Binding } from './bindings.ts'
import { closeCause, isClosed } from './post-notices.ts'

/** Something was sent in a place in which nothing is in force. */
export async function closeAgain(deps: RoutingRoom, t: Tx, delivery: Delivery): Promise<void> {
  const { id, place, part, parts } = delivery
  // Only threads are put away; of what is said in parts, the last opens it for the last time.
  if (place?.parentConversationId === undefined || part < parts) return
  const row = await t.one(selectLastEndedAt(place))
  const binding = row && bindingOfRow(row)
  if (binding === undefined || !isClosed(deps, binding)) return
  const [closing] = await deps.deliveries.readByCause(t, closeCause(binding.id))
  // What stands behind it in the outbox comes after it.
  if (closing === undefined || closing.id > id) return
  if ((await isStillWritten(deps, t, delivery)) || (await isUsedAgain(t, binding))) return
  const { sessionId } = binding
  await deps.deliveries.enqueue(t, { kind: 'close', cause: `${closing.cause}:${id}`, sessionId, place })
}

/** What follows is edited into it, which cannot be done in what is put away; then this is asked again. */
async function isStillWritten(deps: RoutingRoom, t: Tx, { cause }: Delivery): Promise<boolean> {
  const turnId = turnOfCause(cause)
  const turn = turnId && (await deps.sessions.readTurn(t, turnId))
  return turn?.state === 'running' || turn?.state === 'waiting'
}

/** By our own clock: that of a platform may go ahead. */
async function isUsedAgain(t: Tx, { conversation, endedAt }: Binding): Promise<boolean> {
  const mark = await t.one(selectMark(conversation))
  const last = mark && (await t.one(selectArrival({ ...conversation, eventId: mark.event_id })))
  return last !== undefined && endedAt !== null && last.created_at > endedAt
}
