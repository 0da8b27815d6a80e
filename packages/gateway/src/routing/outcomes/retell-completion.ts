// The place of a sub-agent took what it came to no more: its binding ends, and where that is told is decided once more, where
// it was asked for or not at all (RTE7). From then on what its own place refused waits for nobody: of one completion there is
// one item that people can send, and what is refused again stays refused, and is seen.

import { type ConversationRef, placeName, type RunId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { RunOutcome } from '../../sessions/sessions.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectCompletion } from '../routing-store.ts'
import { completionCause, itemOf, recordCompletion } from './announce-completion.ts'
import { chooseCompletionPlace } from './choose-completion-place.ts'
import { choosePersona } from './choose-persona.ts'
import { findOriginPlace } from './find-place.ts'
import { nameSpeaker } from './name-speaker.ts'
import { saidCauses } from './say-for-turn.ts'
import { writeAnnounced, writeLost } from './write-completion.ts'

export interface LostPlace {
  conversation: ConversationRef
  /** What the platform said. */
  detail: string
}

export async function retellCompletion(
  deps: RoutingRoom,
  t: Tx,
  runId: RunId,
  lost: LostPlace,
): Promise<void> {
  // Of several parts each is refused; and what was decided since is not undone.
  if ((await t.one(selectCompletion({ runId })))?.destination !== 'bound') return clearRetold(deps, t, runId)
  const outcome = await deps.sessions.readOutcome(t, runId)
  if (outcome === undefined) return
  const { channel, accountId } = lost.conversation
  const { failClosed = outcome.mode === 'session' } = deps.placeRules.threadBindings(channel, accountId)
  const place = await findOriginPlace(deps, t, outcome)
  const isOriginClosed = place === undefined
  const question = { ...outcome, isOriginClosed, hasParentFailed: false, bound: 'lost', failClosed } as const
  // Where it was asked for is the very place that takes nothing.
  const isSamePlace = place !== undefined && placeName(place) === placeName(lost.conversation)
  const choice = chooseCompletionPlace({ ...question, failClosed: failClosed || isSamePlace })
  if (choice.destination === 'hold') {
    await hold(deps, t, outcome, lost)
    return recordCompletion(t, outcome, choice, null)
  }
  const told =
    place === undefined
      ? await tellOnPage(deps, t, outcome, lost)
      : await tellAt(deps, t, outcome, lost, place)
  await recordCompletion(t, outcome, choice, told)
}

async function hold(deps: RoutingRoom, t: Tx, outcome: RunOutcome, lost: LostPlace): Promise<void> {
  if (outcome.told === null) return
  const persona = await personaThere(deps, t, outcome, lost.conversation)
  const item = itemOf(
    outcome,
    retellCause(outcome.id),
    writeAnnounced(outcome.told, deps.placeRules.linkBase()),
  )
  const said = lost.detail === '' ? '' : ` (${lost.detail})`
  const why = `its own conversation took it no more${said}`
  await deps.deliveries.hold(t, { ...item, persona }, `There is no place for it: ${why}.`)
  await clearRefused(deps, t, outcome.id, 'held_instead')
  await deps.sessions.remark(t, outcome.rootId, {
    text: `What ${nameOf(outcome)} came to was not told anywhere: ${why}. It waits among the deliveries, to be sent or dismissed.`,
    code: 'completion_held',
    level: 'warning',
    causedBy: outcome.told.eventId,
  })
}

async function tellAt(
  deps: RoutingRoom,
  t: Tx,
  outcome: RunOutcome,
  lost: LostPlace,
  place: ConversationRef,
): Promise<string> {
  if (outcome.told !== null) {
    const persona = await personaThere(deps, t, outcome, place)
    const item = itemOf(
      outcome,
      retellCause(outcome.id),
      writeAnnounced(outcome.told, deps.placeRules.linkBase(), lost.detail),
    )
    await deps.deliveries.enqueue(t, { ...item, place, persona })
    await clearRefused(deps, t, outcome.id)
  }
  return placeName(place)
}

/** On the page where it was asked for its row stands already, or is put there now; a line says why. */
async function tellOnPage(
  deps: RoutingRoom,
  t: Tx,
  outcome: RunOutcome,
  { detail }: LostPlace,
): Promise<string> {
  await deps.sessions.tellAtRoot(t, outcome.id, 'binding_lost')
  await clearRefused(deps, t, outcome.id)
  await deps.sessions.remark(t, outcome.rootId, {
    text: `${nameOf(outcome)}: ${writeLost(detail)}`,
    code: 'binding_lost',
    level: 'warning',
    ...(outcome.told !== null && { causedBy: outcome.told.eventId }),
  })
  return outcome.rootId
}

async function personaThere(deps: RoutingRoom, t: Tx, outcome: RunOutcome, place: ConversationRef) {
  const session = await deps.sessions.see(t, { kind: 'system' }, outcome.sessionId)
  return choosePersona(deps, place, nameSpeaker(session))
}

/** By its id where it has no label: this stays on a timeline from which a task may be redacted. */
function nameOf({ told, id }: RunOutcome): string {
  return told?.agentName === undefined ? id : `${told.agentName} (${id})`
}

/** A part that is refused after another one has been told anew. */
async function clearRetold(deps: RoutingRoom, t: Tx, runId: RunId): Promise<void> {
  const [retold] = await deps.deliveries.readByCause(t, retellCause(runId))
  if (retold) await clearRefused(deps, t, runId, retold.place === null ? 'held_instead' : 'told_elsewhere')
}

/**
 * It is read elsewhere by now, or waits under another name: what its own place refused waits for nobody, and is not sent a
 * second time. Nor is what its last turn had begun there, which carries it, or some of its parts.
 */
export async function clearRefused(
  deps: RoutingRoom,
  t: Tx,
  runId: RunId,
  why: 'told_elsewhere' | 'held_instead' = 'told_elsewhere',
): Promise<void> {
  const lastTurnId = (await deps.sessions.readOutcome(t, runId))?.lastTurnId ?? undefined
  const causes = [completionCause(runId), ...(lastTurnId === undefined ? [] : saidCauses(lastTurnId))]
  for (const cause of causes) {
    for (const { id, state } of await deps.deliveries.readByCause(t, cause)) {
      if (state === 'rejected') await deps.deliveries.dismiss(t, id, 'Heddle', why)
    }
  }
}

/** Another one than before: what is refused under it is not told a third time. */
export function retellCause(runId: RunId): string {
  return `completion-again:${runId}`
}
