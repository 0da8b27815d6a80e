// An outside place as a delivery needs it, from the name under which it is kept with what was said there.

import { type ConversationRef, placeOfName } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectNewestAt } from '../bindings/binding-store.ts'
import { selectConversation } from '../routing-store.ts'

/** Undefined for the web, where the row is the delivery, and for what is no place. */
export async function findOutsidePlace(r: Reader, name: string): Promise<ConversationRef | undefined> {
  const place = placeOfName(name)
  if (place === undefined || place.channel === 'web') return undefined
  // A thread in which nobody spoke before it was bound is known by its binding alone.
  const known = (await r.one(selectConversation(place))) ?? (await r.one(selectNewestAt(place)))
  const parentConversationId = known?.parent_conversation_id
  return parentConversationId == null ? place : { ...place, parentConversationId }
}
