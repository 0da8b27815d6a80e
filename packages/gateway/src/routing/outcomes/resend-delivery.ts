// Somebody wants it sent after all. What was held, or refused by its place, goes where it belongs now (RTE1); what may have
// arrived, or was only given up, goes where it went: it is never sent on another way (DLV3).

import { type ConversationRef, placeName, type RunId } from '@heddle/contract'
import type { Delivery } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { RunOutcome } from '../../sessions/sessions.ts'
import { readNewestAt } from '../bindings/binding-store.ts'
import type { Binding } from '../bindings/bindings.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { recordCompletion } from './announce-completion.ts'
import { chooseBinding } from './choose-binding.ts'
import { findCompletion } from './find-completion.ts'
import { findOriginPlace, isStillToBeTold } from './find-place.ts'
import { clearRefused, retellCause } from './retell-completion.ts'
import { turnOfCause } from './say-for-turn.ts'

export async function resendWhereItBelongs(deps: RoutingRoom, t: Tx, delivery: Delivery): Promise<Delivery> {
  const { id } = delivery
  // Null where there was none, or nothing more of its session is told there.
  const place = (await isStillToBeTold(deps, t, delivery)) ? delivery.place : null
  const runId = needsPlace(delivery) ? await completedBy(deps, t, delivery) : undefined
  const outcome = runId && (await deps.sessions.readOutcome(t, runId))
  if (outcome === undefined) {
    const to = (await findBound(deps, t, delivery)) ?? place
    return to === null ? tellOnItsPage(deps, t, delivery) : deps.deliveries.resend(t, id, to)
  }
  const chosen = await chooseAgain(deps, t, outcome, place)
  if (chosen === undefined) return tellOnItsPage(deps, t, delivery, outcome.id)
  await recordCompletion(t, outcome, chosen, placeName(chosen.place))
  return deps.deliveries.resend(t, id, chosen.place)
}

/** An answer that a bound place refused goes where its session is bound by now; else it is tried there once more. */
async function findBound(
  deps: RoutingRoom,
  t: Tx,
  { cause, sessionId, place, state }: Delivery,
): Promise<ConversationRef | undefined> {
  if (state !== 'rejected' || place === null || turnOfCause(cause) === undefined) return undefined
  const wasBound = (await readNewestAt(t, place))?.session_id === sessionId
  if (sessionId === null || !wasBound) return undefined
  const inForce = await deps.bindings.listBySession(t, sessionId)
  return chooseBinding(inForce.filter(isOutside), '')?.conversation
}

const isOutside = ({ conversation }: Binding) => conversation.channel !== 'web'

/** What else is said of a run, such as the intro of its place, belongs nowhere else, and is not what it came to. */
async function completedBy(deps: RoutingRoom, t: Tx, delivery: Delivery): Promise<RunId | undefined> {
  const { cause, runId } = delivery
  if (runId !== null && cause === retellCause(runId)) return runId
  return findCompletion(deps, t, delivery)
}

function needsPlace({ place, state }: Delivery): boolean {
  return place === null || state === 'rejected'
}

interface Chosen {
  destination: 'bound' | 'requester'
  reason: 'bound_place' | 'binding_lost'
  place: ConversationRef
}

/** Where its session is bound by now, else where it was asked for, else where it was refused before. */
async function chooseAgain(
  deps: RoutingRoom,
  t: Tx,
  outcome: RunOutcome,
  before: ConversationRef | null,
): Promise<Chosen | undefined> {
  const inForce = await deps.bindings.listBySession(t, outcome.sessionId)
  const bound = chooseBinding(inForce.filter(isOutside), outcome.origin)
  if (bound) return { destination: 'bound', reason: 'bound_place', place: bound.conversation }
  const place = (await findOriginPlace(deps, t, outcome)) ?? before ?? undefined
  return place && { destination: 'requester', reason: 'binding_lost', place }
}

/** It was asked for on a page, and that is where it is read; there is nothing left to send. */
async function tellOnItsPage(deps: RoutingRoom, t: Tx, delivery: Delivery, runId?: RunId): Promise<Delivery> {
  const dismissed = await deps.deliveries.dismiss(t, delivery.id, 'Heddle', 'told_elsewhere')
  const outcome = runId && (await deps.sessions.readOutcome(t, runId))
  if (outcome) {
    await deps.sessions.tellAtRoot(t, outcome.id, 'binding_lost')
    await clearRefused(deps, t, outcome.id)
    await recordCompletion(t, outcome, { destination: 'requester', reason: 'binding_lost' }, outcome.rootId)
  }
  return dismissed
}
