// An outside place as a delivery needs it, from the name under which it is kept with what was said there.

import { type ConversationRef, placeOfName, type SessionId } from '@heddle/contract'
import type { Delivery } from '../../delivery/delivery.ts'
import type { Reader } from '../../foundation/database/store.ts'
import { findKnownPlace } from '../find-known-place.ts'
import { isOpenTo } from '../is-open-to.ts'
import type { RoutingDeps } from '../routing-deps.ts'

/** Undefined for the web, where the row is the delivery, and for what is no place. */
export async function findOutsidePlace(r: Reader, name: string): Promise<ConversationRef | undefined> {
  const place = placeOfName(name)
  if (place === undefined || place.channel === 'web') return undefined
  const parentConversationId = (await findKnownPlace(r, place))?.parentConversationId
  return parentConversationId == null ? place : { ...place, parentConversationId }
}

type AskedRun = { origin: string; sessionId: SessionId; rootId: SessionId }

/** Where a person asked for a run; undefined also where nothing more is told of what that was asked of. */
export async function findOriginPlace(
  deps: Pick<RoutingDeps, 'people' | 'sessions'>,
  r: Reader,
  run: AskedRun,
): Promise<ConversationRef | undefined> {
  const place = await findOutsidePlace(r, run.origin)
  if (place === undefined || !(await isOpenTo(deps, r, place, [run.sessionId, run.rootId]))) return undefined
  return place
}

/**
 * Whether an item of the outbox may still be told in its place. What removes or puts away something there goes on doing so,
 * whoever reads there.
 */
export async function isStillToBeTold(
  deps: Pick<RoutingDeps, 'people' | 'sessions'>,
  r: Reader,
  { kind, place, sessionId }: Pick<Delivery, 'kind' | 'place' | 'sessionId'>,
): Promise<boolean> {
  if ((kind !== 'message' && kind !== 'edit') || place === null || sessionId === null) return true
  const above = (await deps.sessions.runOfSession(r, sessionId))?.rootId
  return isOpenTo(deps, r, place, above === undefined ? [sessionId] : [sessionId, above])
}

/** It was asked for outside, where nothing more of it is told. */
export async function isClosedOrigin(
  deps: Pick<RoutingDeps, 'people' | 'sessions'>,
  r: Reader,
  run: AskedRun,
): Promise<boolean> {
  const place = await findOutsidePlace(r, run.origin)
  return place !== undefined && !(await isOpenTo(deps, r, place, [run.sessionId, run.rootId]))
}
