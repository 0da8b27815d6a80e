// Tells the completion of a run where the table says, and puts on record where that is (RTE2). On the web the row in a
// timeline is the delivery, and it was written with the end of the run; elsewhere it is an item in the outbox.

import { placeName, type RunId } from '@heddle/contract'
import type { NewMessage } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { unreachable } from '../../foundation/states.ts'
import type { RunOutcome, Turn } from '../../sessions/sessions.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectCompletion, upsertCompletion } from '../routing-store.ts'
import { type CompletionChoice, chooseCompletionPlace } from './choose-completion-place.ts'
import { choosePersona } from './choose-persona.ts'
import { findOriginPlace, isClosedOrigin } from './find-place.ts'
import { nameSpeaker } from './name-speaker.ts'
import { sayForTurn } from './say-for-turn.ts'
import { type ToldCompletion, writeAnnounced, writeBoundCompletion } from './write-completion.ts'

export async function announceCompletion(deps: RoutingRoom, t: Tx, runId: RunId): Promise<void> {
  // Done again, or late, it undoes nothing that was decided since.
  if (!(await t.one(selectCompletion({ runId })))) await decide(deps, t, runId, false)
  // What it had asked for and did not hear before it was stopped has nobody left to tell it.
  for (const unheard of await deps.sessions.readUnheardBelow(t, runId)) {
    await tellElsewhere(deps, t, unheard, 'parent_gone')
  }
}

/** The turn that had taken announcements failed for good, or was stopped: they are told at the root, once. */
export async function tellFailedHearing(
  deps: RoutingRoom,
  t: Tx,
  { id, state }: Pick<Turn, 'id' | 'state'>,
): Promise<void> {
  const why = state === 'cancelled' ? 'parent_gone' : 'parent_failed'
  for (const runId of await deps.sessions.readFailedHearing(t, id)) await tellElsewhere(deps, t, runId, why)
}

async function tellElsewhere(
  deps: RoutingRoom,
  t: Tx,
  runId: RunId,
  why: 'parent_gone' | 'parent_failed',
): Promise<void> {
  const outcome = await deps.sessions.readOutcome(t, runId)
  // What has a place of its own was told there.
  if (outcome === undefined || outcome.boundId !== null) return
  await deps.sessions.tellAtRoot(t, runId, why)
  await decide(deps, t, runId, why === 'parent_failed')
}

async function decide(deps: RoutingRoom, t: Tx, runId: RunId, hasParentFailed: boolean): Promise<void> {
  const outcome = await deps.sessions.readOutcome(t, runId)
  if (!outcome) return
  const bound = outcome.boundId === null ? 'no' : 'yes'
  const isOriginClosed = await isClosedOrigin(deps, t, outcome)
  const choice = chooseCompletionPlace({
    ...outcome,
    isOriginClosed,
    hasParentFailed,
    bound,
    failClosed: false,
  })
  await recordCompletion(t, outcome, choice, await tell(deps, t, outcome, choice))
}

export async function recordCompletion(
  t: Tx,
  { id }: Pick<RunOutcome, 'id'>,
  { destination, reason }: Pick<CompletionChoice, 'destination' | 'reason'>,
  place: string | null,
): Promise<void> {
  await t.run(upsertCompletion({ run_id: id, destination, reason, place, created_at: t.now }))
}

/** The page or the place where it is read. */
async function tell(
  deps: RoutingRoom,
  t: Tx,
  outcome: RunOutcome,
  choice: CompletionChoice,
): Promise<string | null> {
  switch (choice.at) {
    case 'nowhere':
      return null
    case 'bound':
      return tellBound(deps, t, outcome)
    case 'parent':
    case 'root': {
      const page = choice.at === 'root' ? outcome.rootId : outcome.parentId
      return choice.destination === 'requester' ? tellAtOrigin(deps, t, outcome, page) : page
    }
    case 'origin':
      return tellAtOrigin(deps, t, outcome, outcome.rootId)
    default:
      return unreachable(choice.at)
  }
}

async function tellBound(deps: RoutingRoom, t: Tx, outcome: RunOutcome): Promise<string | null> {
  const binding = outcome.boundId === null ? undefined : await deps.bindings.read(t, outcome.boundId)
  if (binding === undefined || binding.conversation.channel === 'web') return outcome.sessionId
  const { conversation: place } = binding
  if (outcome.told !== null) {
    const { lastTurnId } = outcome
    const last = lastTurnId === null ? undefined : await deps.sessions.readTurnOutcome(t, lastTurnId)
    const answer = last?.kind === 'answer' ? last : undefined
    const written = writeBoundCompletion(outcome.told, {
      answer: answer?.text ?? null,
      isEnding: binding.status === 'ending',
      linkBase: deps.placeRules.linkBase(),
    })
    const session = await deps.sessions.see(t, { kind: 'system' }, outcome.sessionId)
    const persona = choosePersona(deps, place, nameSpeaker(session, binding))
    const item = itemOf(outcome, completionCause(outcome.id), written)
    const message = { ...item, place, persona }
    // What it said last may stand there already, because nobody knew that it was the last.
    if (lastTurnId === null) await deps.deliveries.enqueue(t, message)
    else await sayForTurn(deps.deliveries, t, lastTurnId, message)
  }
  return placeName(place)
}

/** Where a person asked for all of it; on the web its row stands on that page. */
async function tellAtOrigin(
  deps: RoutingRoom,
  t: Tx,
  outcome: RunOutcome,
  page: string,
): Promise<string | null> {
  const place = await findOriginPlace(deps, t, outcome)
  if (place === undefined || outcome.told === null) return page
  const session = await deps.sessions.see(t, { kind: 'system' }, outcome.sessionId)
  const persona = choosePersona(deps, place, nameSpeaker(session))
  const item = itemOf(
    outcome,
    completionCause(outcome.id),
    writeAnnounced(outcome.told, deps.placeRules.linkBase()),
  )
  await deps.deliveries.enqueue(t, { ...item, place, persona })
  return placeName(place)
}

export function itemOf(
  outcome: RunOutcome,
  cause: string,
  written: ToldCompletion,
): Omit<NewMessage, 'place' | 'persona'> {
  const { id: runId, sessionId, sourceId, told } = outcome
  const attachments = told?.attachments?.map(({ id }) => id) ?? []
  return {
    kind: 'message',
    cause,
    sessionId,
    runId,
    eventId: sourceId ?? told?.eventId,
    attachments,
    ...written,
  }
}

const prefix = 'completion:'

export function completionCause(runId: RunId): string {
  return `${prefix}${runId}`
}

/** Undefined for what tells of something else. */
export function runOfCause(cause: string): RunId | undefined {
  // Written by this file, as that.
  return cause.startsWith(prefix) ? (cause.slice(prefix.length) as RunId) : undefined
}
