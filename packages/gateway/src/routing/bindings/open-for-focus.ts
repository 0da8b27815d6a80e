// A focus in a channel: a platform thread is opened under it, by an item in the outbox, and bound once it is there. If it
// does not come, that is said where it was asked for, and nothing is bound (CMD2).

import {
  type BindingEnd,
  type BindingId,
  bindingEndWords,
  type ConversationRef,
  limits,
  refused,
  type SessionId,
} from '@heddle/contract'
import type { Delivery } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { nameThread } from '../place-for-child/choose-child-place.ts'
import { placeAbove, undoOpened } from '../place-for-child/undo-opened.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import type { Binding } from './bindings.ts'
import { type FocusTarget, targetOf } from './find-target.ts'
import { bindTarget, labelOf } from './make-binding.ts'
import { personaFor } from './post-notices.ts'
import {
  deleteWantedFocus,
  insertWantedFocus,
  selectWantedFocus,
  selectWantedOf,
} from './wanted-focus-store.ts'
import { writeAnchor, writeNotOpened } from './write-notices.ts'

const causePrefix = 'focus:'

export async function wantPlace(
  deps: RoutingRoom,
  t: Tx,
  { target, under, by }: { target: FocusTarget; under: ConversationRef; by: Binding['boundBy'] },
): Promise<void> {
  if (!deps.deliveries.canOpen(under)) throw refused('no_threads_here')
  const { session, run } = target
  const id = deps.ids.make('binding')
  await t.run(
    insertWantedFocus({
      id,
      session_id: session.id,
      bound_by: by?.id ?? null,
      bound_by_name: by?.name ?? 'Heddle',
      created_at: t.now,
    }),
  )
  const persona = personaFor(deps, under, session, labelOf(target))
  await deps.deliveries.enqueue(t, {
    kind: 'open',
    cause: `${causePrefix}${id}`,
    sessionId: session.id,
    runId: run?.id,
    under,
    title: nameThread(labelOf(target) ?? persona.name, limits.threadNameCharsMax),
    anchor: writeAnchor(persona.name),
    persona,
    expiresAt: t.now + limits.placeWaitMs,
    quotes: [session.id],
  })
}

/** The reaction to what came of it; false if it was for something else. */
export async function followOpenedFocus(deps: RoutingRoom, t: Tx, delivery: Delivery): Promise<boolean> {
  if (delivery.kind !== 'open' || !delivery.cause.startsWith(causePrefix)) return false
  const id = delivery.cause.slice(causePrefix.length) as BindingId
  const wanted = await t.one(selectWantedFocus({ id }))
  if (wanted === undefined) {
    await undoLate(deps, t, delivery)
    return true
  }
  await t.run(deleteWantedFocus({ id }))
  const session = await deps.sessions.see(t, { kind: 'system' }, wanted.session_id)
  const target = await targetOf(deps, t, session)
  const { place: conversation, state } = delivery
  if (conversation === null || state !== 'sent' || !areBindingsOn(deps, conversation)) {
    await tellNotOpened(deps, t, target, delivery)
    return true
  }
  const boundBy = wanted.bound_by === null ? null : { id: wanted.bound_by, name: wanted.bound_by_name }
  await bindTarget(deps, t, { target, conversation, kind: 'thread' }, { boundBy, isOpened: true })
  return true
}

/** What would end a binding ends the wish for one: nothing is bound, and whoever asked is told (CMD2). */
export async function callOffFocus(
  deps: RoutingRoom,
  t: Tx,
  sessionIds: readonly SessionId[],
  why: BindingEnd,
): Promise<void> {
  for (const { id, session_id: sessionId } of await selectWantedOf(t, sessionIds)) {
    await t.run(deleteWantedFocus({ id }))
    const cause = `${causePrefix}${id}`
    const [opening] = await deps.deliveries.readByCause(t, cause)
    await deps.deliveries.withdraw(t, cause, 'undone')
    if (opening === undefined) continue
    const session = await deps.sessions.see(t, { kind: 'system' }, sessionId)
    const target = await targetOf(deps, t, session)
    const place = opening.place && (opening.state === 'sent' ? placeAbove(opening.place) : opening.place)
    await tellNotOpened(deps, t, target, { ...opening, place, detail: bindingEndWords[why] })
  }
}

/** It was given up or called off, and came after all. */
async function undoLate(deps: RoutingRoom, t: Tx, delivery: Delivery): Promise<void> {
  if (delivery.state !== 'sent' || delivery.place === null) return
  if (await deps.bindings.resolveByConversation(t, delivery.place)) return
  await undoOpened(deps, t, delivery)
}

function areBindingsOn(deps: RoutingRoom, place: ConversationRef): boolean {
  return deps.placeRules.threadBindings(place.channel, place.accountId).enabled
}

async function tellNotOpened(
  deps: RoutingRoom,
  t: Tx,
  target: FocusTarget,
  { id, cause, place, detail }: Delivery,
): Promise<void> {
  if (place === null) return
  const persona = personaFor(deps, place, target.session, labelOf(target))
  await deps.deliveries.enqueue(t, {
    kind: 'message',
    cause: `${cause}:failed`,
    sessionId: target.session.id,
    place,
    text: writeNotOpened(persona.name, detail ?? `no answer (${id})`),
    persona,
    isNotice: true,
    quotes: [target.session.id],
  })
}
