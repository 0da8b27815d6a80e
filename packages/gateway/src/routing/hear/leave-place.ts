// What a platform says of its conversations: that one is no more, or was put away; and how far each was heard.

import type { ConversationRef } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { selectInForce } from '../bindings/binding-store.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectNewestMarks } from './hear-store.ts'

/** What is over and waits for the next message is not ended by being put away: a post opens it again (BND6). */
export async function leavePlace(
  deps: RoutingRoom,
  t: Tx,
  place: ConversationRef,
  how: 'deleted' | 'archived',
): Promise<void> {
  // Also where bindings are off: switched on again, nothing leads on from a place that is no more.
  const binding = await t.one(selectInForce(place))
  if (!binding || (how === 'archived' && binding.status !== 'active')) return
  await deps.bindings.unbind(t, binding.id, { why: how === 'deleted' ? 'place_deleted' : 'place_archived' })
}

/** From where each is read after a gap: what was heard since then is known by its id, and not heard twice. */
export async function readLastHeard(
  r: Reader,
  channel: string,
  accountId: string,
  limit: number,
): Promise<{ conversation: ConversationRef; eventId: string }[]> {
  const rows = await r.all(selectNewestMarks({ channel, accountId, limit }))
  return rows.map((row) => ({
    conversation: {
      channel,
      accountId,
      conversationId: row.conversation_id,
      ...(row.parent_conversation_id !== null && { parentConversationId: row.parent_conversation_id }),
    },
    eventId: row.settled_id,
  }))
}
