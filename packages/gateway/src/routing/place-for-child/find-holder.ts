// Whether a conversation is somebody's whom no agent may push out: a person's own focus on another session is theirs, and an
// admin's, to end (CMD3). What an agent's spawn has bound bears a person's name too, and is the agent's all the same.

import { type ConversationRef, placeName, placeOfName, type SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectEndedOfAt } from '../bindings/binding-store.ts'
import type { Binding } from '../bindings/bindings.ts'
import { pagePlace } from '../composer-focus.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { placeCause } from './place-cause.ts'

/** The name of whoever has focused something else there; undefined: an agent may have it. */
export async function findHolder(
  deps: RoutingRoom,
  r: Reader,
  place: ConversationRef,
  { parentId, sessionId }: { parentId: SessionId; sessionId?: SessionId },
): Promise<string | undefined> {
  const bound = await deps.bindings.resolveByConversation(r, place)
  // Its own place is the agent's to hand on.
  if (!bound || bound.sessionId === parentId || bound.sessionId === sessionId) return undefined
  if (bound.boundBy === null || (await isOfSpawn(deps, r, bound))) return undefined
  return bound.boundBy.name
}

/** Made with the sub-agent, by the agent that spawned it, and by no person since. */
export async function isOfSpawn(
  deps: RoutingRoom,
  r: Reader,
  { conversation, sessionId }: Pick<Binding, 'conversation' | 'sessionId'>,
): Promise<boolean> {
  const spawn = await deps.sessions.readSpawn(r, sessionId)
  if (!spawn?.isPlacedByAgent) return false
  const given = [pagePlace({ id: sessionId }), placeOfName(spawn.origin)]
  const opened = await deps.deliveries.readByCause(r, placeCause(spawn.runId))
  const isGiven = [...given, ...opened.map(({ place }) => place)].some(
    (place) => place != null && placeName(place) === placeName(conversation),
  )
  // Whoever came back to it there bound it once more.
  return isGiven && (await r.one(selectEndedOfAt({ ...conversation, sessionId }))) === undefined
}
