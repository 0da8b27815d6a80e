// An approval that waits is shown in every conversation that belongs to its session, also in one that is bound to it later,
// and all of these are edited once it is settled, with who decided (AGT6).

import {
  type ApprovalId,
  type BindingId,
  type ConversationRef,
  placeName,
  placeOfName,
} from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Approval } from '../../sessions/sessions.ts'
import { choosePersona } from '../outcomes/choose-persona.ts'
import { isOpenTo } from '../is-open-to.ts'
import { nameSpeaker } from '../outcomes/name-speaker.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { buttonsOf, writeAsked, writeSettled } from './write-approval.ts'

export async function postApproval(deps: RoutingRoom, t: Tx, id: ApprovalId): Promise<void> {
  const approval = await deps.sessions.readApproval(t, id)
  if (approval?.state !== 'pending') return
  for (const place of await placesOf(deps, t, approval)) {
    await deps.deliveries.enqueue(t, {
      kind: 'message',
      cause: causeOf(id),
      place,
      sessionId: approval.sessionId,
      eventId: approval.eventId,
      text: writeAsked(approval),
      persona: await personaIn(deps, t, approval, place),
      buttons: buttonsOf(approval),
      isNotice: true,
    })
  }
}

/** One often binds a place because something waits there: what was asked for before is shown in it too, once. */
export async function postPendingApprovals(deps: RoutingRoom, t: Tx, bindingId: BindingId): Promise<void> {
  const binding = await deps.bindings.read(t, bindingId)
  if (binding?.status !== 'active' || binding.conversation.channel === 'web') return
  for (const id of await deps.sessions.listWaiting(t, binding.sessionId)) await postApproval(deps, t, id)
}

export async function settleApprovalCopies(deps: RoutingRoom, t: Tx, id: ApprovalId): Promise<void> {
  const approval = await deps.sessions.readApproval(t, id)
  if (!approval || approval.state === 'pending') return
  const places = new Map<string, ConversationRef>()
  for (const { place } of await deps.deliveries.readByCause(t, causeOf(id))) {
    if (place) places.set(placeName(place), place)
  }
  for (const place of places.values()) {
    // Whoever reads there now is told nothing more of it (CNV5, PPL4).
    if (!(await isOpenTo(deps, t, place, [approval.sessionId]))) {
      await deps.deliveries.enqueue(t, {
        kind: 'delete',
        cause: `${causeOf(id)}:settled`,
        target: causeOf(id),
        place,
        sessionId: approval.sessionId,
      })
      continue
    }
    await deps.deliveries.enqueue(t, {
      kind: 'edit',
      cause: `${causeOf(id)}:settled`,
      target: causeOf(id),
      place,
      sessionId: approval.sessionId,
      eventId: approval.eventId,
      text: writeSettled(approval),
      persona: await personaIn(deps, t, approval, place),
      buttons: [],
    })
  }
}

/** Those that are bound to it, and the one in which the turn was asked for, as long as it may be told there. */
async function placesOf(deps: RoutingRoom, t: Tx, approval: Approval): Promise<ConversationRef[]> {
  const places = new Map<string, ConversationRef>()
  for (const { status, conversation } of await deps.bindings.listBySession(t, approval.sessionId)) {
    if (status === 'active') places.set(placeName(conversation), conversation)
  }
  const turn = await deps.sessions.readTurn(t, approval.turnId)
  const asked = turn?.conversation ? placeOfName(turn.conversation) : undefined
  if (asked && !places.has(placeName(asked)) && (await isOpenTo(deps, t, asked, [approval.sessionId])))
    places.set(placeName(asked), asked)
  return [...places.values()].filter(({ channel }) => channel !== 'web')
}

async function personaIn(deps: RoutingRoom, t: Tx, approval: Approval, place: ConversationRef) {
  const session = await deps.sessions.see(t, { kind: 'system' }, approval.sessionId)
  const bound = await deps.bindings.resolveByConversation(t, place)
  const binding = bound?.sessionId === session.id ? bound : undefined
  return choosePersona(deps, place, nameSpeaker(session, binding))
}

const causeOf = (id: ApprovalId) => `approval:${id}`
