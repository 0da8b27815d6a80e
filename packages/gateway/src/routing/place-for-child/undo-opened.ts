// Nobody waits any more for a conversation that was opened: it is put away again, and what was said above it goes.

import type { ConversationRef } from '@heddle/contract'
import type { Delivery } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { RoutingRoom } from '../routing-deps.ts'

export async function undoOpened(
  deps: Pick<RoutingRoom, 'deliveries'>,
  t: Tx,
  { id, cause, place }: Pick<Delivery, 'id' | 'cause' | 'place'>,
): Promise<void> {
  if (place === null) return
  await deps.deliveries.enqueue(t, { kind: 'close', cause: `undo:${id}`, place })
  const above = placeAbove(place)
  if (above === null) return
  await deps.deliveries.enqueue(t, { kind: 'delete', cause: `undo:${id}`, place: above, target: cause })
}

export function placeAbove({
  channel,
  accountId,
  parentConversationId,
}: ConversationRef): ConversationRef | null {
  if (parentConversationId === undefined) return null
  return { channel, accountId, conversationId: parentConversationId }
}
