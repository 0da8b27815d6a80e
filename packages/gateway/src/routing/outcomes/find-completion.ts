// Which completion an item of the outbox carries. That of a run whose last turn was shown while it was written stands in what
// was begun for the turn, under the turn's name (DLV5): that it is one is known by the turn alone.

import { placeName, type RunId, settledStates } from '@heddle/contract'
import type { Delivery } from '../../delivery/delivery.ts'
import type { Reader } from '../../foundation/database/store.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectCompletion } from '../routing-store.ts'
import { completionCause, runOfCause } from './announce-completion.ts'
import { turnOfCause } from './say-for-turn.ts'

export async function findCompletion(
  deps: Pick<RoutingRoom, 'sessions' | 'deliveries'>,
  r: Reader,
  delivery: Pick<Delivery, 'cause' | 'sessionId' | 'place'>,
): Promise<RunId | undefined> {
  return runOfCause(delivery.cause) ?? findInTurn(deps, r, delivery)
}

async function findInTurn(
  { sessions, deliveries }: Pick<RoutingRoom, 'sessions' | 'deliveries'>,
  r: Reader,
  { cause, sessionId, place }: Pick<Delivery, 'cause' | 'sessionId' | 'place'>,
): Promise<RunId | undefined> {
  const turnId = turnOfCause(cause)
  if (turnId === undefined || sessionId === null || place === null) return undefined
  const spawn = await sessions.readSpawn(r, sessionId)
  const outcome = spawn && (await sessions.readOutcome(r, spawn.runId))
  if (outcome?.lastTurnId !== turnId) return undefined
  const decided = await r.one(selectCompletion({ runId: outcome.id }))
  // An answer that was asked for elsewhere is an answer, and no more.
  const isThere = decided?.destination === 'bound' && decided.place === placeName(place)
  if (!isThere && decided?.reason !== 'binding_lost') return undefined
  // What is still on its way is said anew where it can be changed into nothing, and hears of its place itself.
  const told = await deliveries.readByCause(r, completionCause(outcome.id))
  return told.every(({ state }) => settledStates.includes(state)) ? outcome.id : undefined
}
