// The conversations outside of Heddle that a session has: where it is bound, where it is spoken to, what it opened.

import { type ConversationRef, placeOfName, type SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { isOpenTo } from '../is-open-to.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectPlacesOf } from '../routing-store.ts'
import type { OwnPlaces } from './choose-message-place.ts'

/** Asked at the beginning of each turn, however much was said in the session before. */
export async function hasPlace(deps: RoutingRoom, r: Reader, sessionId: SessionId): Promise<boolean> {
  if ((await readBound(deps, r, sessionId)).length > 0) return true
  return (await readOwn(deps, r, sessionId)).length > 0
}

export async function readPlaces(deps: RoutingRoom, r: Reader, sessionId: SessionId): Promise<OwnPlaces> {
  return {
    bound: await readBound(deps, r, sessionId),
    own: await readOwn(deps, r, sessionId),
    opened: await deps.deliveries.listOpened(r, sessionId),
  }
}

const isOutside = ({ channel }: { channel: string }) => channel !== 'web'

async function readBound(deps: RoutingRoom, r: Reader, sessionId: SessionId): Promise<ConversationRef[]> {
  return (await deps.bindings.listBySession(r, sessionId))
    .filter(({ status }) => status === 'active')
    .map(({ conversation }) => conversation)
    .filter(isOutside)
}

/** Where it is spoken to, but for direct messages whose account is nobody's any more who may read it (PPL4). */
async function readOwn(deps: RoutingRoom, r: Reader, sessionId: SessionId): Promise<ConversationRef[]> {
  const own: ConversationRef[] = []
  for (const row of (await r.all(selectPlacesOf({ sessionId }))).filter(isOutside)) {
    const { channel, account_id: accountId, conversation_id: conversationId } = row
    const parent = row.parent_conversation_id
    const place = {
      channel,
      accountId,
      conversationId,
      ...(parent !== null && { parentConversationId: parent }),
    }
    if (row.kind !== 'dm' || (await isOpenTo(deps, r, place, [sessionId]))) own.push(place)
  }
  return own
}

/** Of a sub-agent: whether what it comes to may be told elsewhere, because somebody asked for it there. */
export async function isAskedOutside(deps: RoutingRoom, r: Reader, sessionId: SessionId): Promise<boolean> {
  const spawn = await deps.sessions.readSpawn(r, sessionId)
  const origin = spawn && placeOfName(spawn.origin)
  return origin !== undefined && isOutside(origin)
}
