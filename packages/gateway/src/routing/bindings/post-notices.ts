// The reactions to a binding and to its end: what is said about it where it is, or was. On the web the timeline says it.

import type { BindingId, ConversationRef } from '@heddle/contract'
import type { Button, Delivery, Persona } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import { choosePersona } from '../outcomes/choose-persona.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectReplacedBy } from './binding-store.ts'
import { bindingOfRow } from './binding-of-row.ts'
import type { Binding } from './bindings.ts'
import { isReadByOthers } from './choose-focus-place.ts'
import { writeNoticeToken } from './notice-buttons.ts'
import { stillHolds } from './still-holds.ts'
import { writeFarewell, writeIntro } from './write-notices.ts'

const farewellPrefix = 'farewell:'

export const isFarewell = ({ cause }: Pick<Delivery, 'cause'>) => cause.startsWith(farewellPrefix)

export async function postIntro(deps: RoutingRoom, t: Tx, id: BindingId): Promise<void> {
  const binding = await deps.bindings.read(t, id)
  if (!binding || binding.status === 'ended' || !isTold(deps, binding)) return
  // Whatever order the two reactions run in, the one that leaves speaks first.
  const replaced = await t.one(selectReplacedBy({ id }))
  if (replaced) await sayFarewell(deps, t, bindingOfRow(replaced))
  const session = await deps.sessions.glance(t, binding.sessionId)
  // A session of people is nobody's task.
  const run = session.kind === 'chat' ? undefined : await deps.sessions.runOfSession(t, binding.sessionId)
  const persona = personaOf(deps, binding)
  await deps.deliveries.enqueue(t, {
    kind: 'message',
    cause: `intro:${id}`,
    sessionId: binding.sessionId,
    // It quotes the task, and goes with it.
    ...(run && { runId: run.id, eventId: run.spawnedEventId }),
    place: binding.conversation,
    text: writeIntro({
      name: persona.name,
      task: run?.task ?? null,
      expiresAt: binding.expiresAt,
      maxAgeAt: binding.maxAgeAt,
      isDisclosed: session.visibility === 'private' && isReadByOthers(binding.placeKind),
      isOver: binding.status === 'ending',
    }),
    persona,
    buttons: buttonsOf(id),
    isNotice: true,
  })
}

export async function postFarewell(deps: RoutingRoom, t: Tx, id: BindingId): Promise<void> {
  const binding = await deps.bindings.read(t, id)
  if (!binding || binding.endReason === null || !isTold(deps, binding)) return
  await sayFarewell(deps, t, binding)
  if (isClosed(deps, binding)) {
    const { conversation: place, sessionId } = binding
    await deps.deliveries.enqueue(t, { kind: 'close', cause: closeCause(id), sessionId, place })
  }
}

async function sayFarewell(deps: RoutingRoom, t: Tx, binding: Binding): Promise<void> {
  // Whoever it was kept from is not told of its end either (BND4).
  if (!(await stillHolds(deps, t, binding))) return
  const { id, sessionId, endReason, conversation: place } = binding
  const session = await deps.sessions.glance(t, sessionId)
  const persona = personaOf(deps, binding)
  // Nobody comes back to what was put away, nor to what is none of theirs.
  const isGone = (session.state === 'archived' && session.kind === 'chat') || endReason === 'made_private'
  const needsMention = isReadByOthers(binding.placeKind)
  const text = endReason && writeFarewell(endReason, { name: persona.name, sessionId, isGone, needsMention })
  if (!text) return
  const cause = `${farewellPrefix}${id}`
  await deps.deliveries.enqueue(t, {
    kind: 'message',
    cause,
    sessionId,
    place,
    text,
    persona,
    isNotice: true,
    quotes: [sessionId],
  })
}

export const closeCause = (id: BindingId) => `close:${id}`

/** What Heddle opened is put away; what somebody else had put away, and our farewell has opened again, as well. */
export function isClosed(deps: RoutingRoom, binding: Binding): boolean {
  const { endReason, isOpened, conversation } = binding
  if (!isTold(deps, binding)) return false
  if (endReason === 'place_archived') return true
  if (endReason === 'place_deleted' || endReason === 'place_refused' || endReason === 'replaced') return false
  const { channel, accountId } = conversation
  return isOpened && deps.placeRules.threadBindings(channel, accountId).archiveOnUnbind
}

function isTold(deps: RoutingRoom, { conversation: { channel, accountId } }: Binding): boolean {
  return channel !== 'web' && deps.placeRules.threadBindings(channel, accountId).enabled
}

function personaOf(deps: RoutingRoom, binding: Binding): Persona {
  const { conversation, agentId, label, runId, targetKind } = binding
  // A session of people is its agent; only what was spawned has a name of its own.
  const ownLabel = runId === null && targetKind === 'session' ? null : label
  return choosePersona(deps, conversation, { agentId, label: ownLabel })
}

/** For what is not bound yet. */
export function personaFor(
  deps: RoutingRoom,
  place: ConversationRef,
  { agentId }: Pick<WholeSession, 'agentId'>,
  label: string | null,
): Persona {
  return choosePersona(deps, place, { agentId, label })
}

function buttonsOf(id: BindingId): Button[] {
  return [
    { token: writeNoticeToken('stop', id), text: 'Stop', style: 'danger' },
    { token: writeNoticeToken('unfocus', id), text: 'Unfocus', style: 'plain' },
  ]
}
