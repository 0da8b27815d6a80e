// What follows when something in the outbox is settled: what was said keeps its binding alive (BND12), and a place that takes
// nothing any more loses it (RTE7).

import type { DeliveryId } from '@heddle/contract'
import type { Delivery } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { closeAgain } from '../bindings/close-again.ts'
import { followOpenedFocus } from '../bindings/open-for-focus.ts'
import { isFarewell } from '../bindings/post-notices.ts'
import { markSpoken } from '../hear/mark-heard.ts'
import { followOpened } from '../place-for-child/place-for-child.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { findCompletion } from './find-completion.ts'
import { retellCompletion } from './retell-completion.ts'

export async function followDelivery(deps: RoutingRoom, t: Tx, id: DeliveryId): Promise<void> {
  const delivery = await deps.deliveries.read(t, id)
  if (delivery === undefined) return
  if (delivery.kind === 'message' || delivery.kind === 'edit') await followMessage(deps, t, delivery)
  if (delivery.kind === 'open') await followOpen(deps, t, delivery)
}

/** It was for somebody's focus in a channel, or for a sub-agent's own conversation. */
async function followOpen(deps: RoutingRoom, t: Tx, delivery: Delivery): Promise<void> {
  await noteSpoken(t, delivery)
  if (!(await followOpenedFocus(deps, t, delivery))) await followOpened(deps, t, delivery)
}

async function followMessage(deps: RoutingRoom, t: Tx, delivery: Delivery): Promise<void> {
  const { place, sessionId, state, reason } = delivery
  if (place === null) return
  if (delivery.isNotice) await noteSpoken(t, delivery)
  const there = await deps.bindings.resolveByConversation(t, place)
  const binding = there !== undefined && there.sessionId === sessionId ? there : undefined
  if (state === 'sent' && there === undefined) await closeAgain(deps, t, delivery)
  const isSaid = delivery.kind === 'message' && !delivery.isNotice
  if (state === 'sent' && isSaid && binding !== undefined) return deps.bindings.touch(t, binding.id)
  // A place in which nothing can be changed any more may still be written to.
  if (delivery.kind !== 'message' || state !== 'rejected' || reason !== 'place_refused') return
  // Nobody can do anything about it, nor has to: a place that is locked or gone gets none (BND5).
  if (isFarewell(delivery))
    return void (await deps.deliveries.dismiss(t, delivery.id, 'Heddle', 'place_refused'))
  if (binding !== undefined) await deps.bindings.unbind(t, binding.id, { why: 'place_refused' })
  const runId = await findCompletion(deps, t, delivery)
  const lost = { conversation: place, detail: delivery.detail ?? '' }
  if (runId !== undefined) await retellCompletion(deps, t, runId, lost)
}

/** From what a place was opened with, or said about it first, on: after a gap it is known that it is there (CHN2). */
async function noteSpoken(t: Tx, { state, place, platformId }: Delivery): Promise<void> {
  if (state === 'sent' && place !== null && platformId !== null) await markSpoken(t, place, platformId)
}
