// An outside place as a delivery needs it, from the name under which it is kept with what was said there.

import { type ConversationRef, placeOfName, type SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { readNewestAt } from '../bindings/binding-store.ts'
import { findKnownPlace } from '../find-known-place.ts'
import { selectConversation } from '../routing-store.ts'

/** Undefined for the web, where the row is the delivery, and for what is no place. */
export async function findOutsidePlace(r: Reader, name: string): Promise<ConversationRef | undefined> {
  const place = placeOfName(name)
  if (place === undefined || place.channel === 'web') return undefined
  const parentConversationId = (await findKnownPlace(r, place))?.parentConversationId
  return parentConversationId == null ? place : { ...place, parentConversationId }
}

/** Where a person asked for a run; undefined also where nothing more is told of what that was asked of. */
export async function findOriginPlace(
  r: Reader,
  run: { origin: string; sessionId: SessionId; rootId: SessionId },
): Promise<ConversationRef | undefined> {
  if (await isClosedTo(r, run.origin, [run.sessionId, run.rootId])) return undefined
  return findOutsidePlace(r, run.origin)
}

/**
 * Whether a session that answered there was made private since: others read there, and are told nothing more of it (CNV5).
 * A place of its own stays one.
 */
export async function isClosedTo(
  r: Reader,
  name: string,
  sessionIds: readonly SessionId[],
): Promise<boolean> {
  const place = placeOfName(name)
  if (place === undefined || place.channel === 'web') return false
  const bound = await readNewestAt(r, place)
  if (bound?.end_reason !== 'made_private' || !sessionIds.includes(bound.session_id)) return false
  return (await r.one(selectConversation(place)))?.session_id !== bound.session_id
}
