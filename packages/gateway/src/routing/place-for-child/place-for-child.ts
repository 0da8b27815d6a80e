// Gets a sub-agent its conversation: at once where it is a page or a thread that is there, and else by an item in the
// outbox; when that is settled, one transaction binds and lets the run begin. What comes too late is undone (BND10).

import {
  type ConversationRef,
  type DeliveryId,
  limits,
  type PersonId,
  type PlaceKind,
  placeOfName,
  type RunId,
  refused,
  type SessionId,
} from '@heddle/contract'
import type { Delivery } from '../../delivery/delivery.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import type { ChildToPlace, PlaceAsk, PlaceForChild } from '../../sessions/subagents/place-for-child.ts'
import { writeAnchor } from '../bindings/write-notices.ts'
import { choosePersona } from '../outcomes/choose-persona.ts'
import { findKnownPlace } from '../find-known-place.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { type ChildPlace, chooseChildPlace, nameThread, pageOf } from './choose-child-place.ts'
import { findHolder } from './find-holder.ts'
import { placeCause, runOf } from './place-cause.ts'
import { placeAbove, undoOpened } from './undo-opened.ts'

interface Asked {
  place: ConversationRef
  /** Under which one is opened, if that is the choice. */
  under: ConversationRef
  choice: ChildPlace
}

export function createPlaceForChild(deps: RoutingRoom): PlaceForChild {
  return {
    async judge(t, ask) {
      const { choice } = await choose(deps, t, ask)
      assertOn(choice)
      if (choice.kind === 'impossible') {
        throw refused('no_threads_here', {
          message: `There can be no threads in this place: ${choice.why}.`,
          issues: [{ field: 'thread', message: `is true, and ${choice.why}` }],
        })
      }
    },

    async ask(t, child) {
      const asked = await choose(deps, t, child)
      if (asked.choice.kind === 'page') {
        await bind(deps, t, child, pageOf(child.sessionId, child.parentId), 'web', false)
        return 'given'
      }
      if (asked.choice.kind === 'take') {
        await bind(deps, t, child, asked.place, 'thread', false)
        return 'given'
      }
      await open(deps, t, child, asked.under)
      return 'coming'
    },
  }
}

/** Sessions are built before the room that knows, and ask only when something is spawned. */
export function latePlaceForChild(routing: () => { placeForChild: PlaceForChild }): PlaceForChild {
  return {
    judge: (t, ask) => routing().placeForChild.judge(t, ask),
    ask: (t, child) => routing().placeForChild.ask(t, child),
  }
}

/** Whether sub-agents may have conversations of their own there at all, and agents see to that. */
export function assertOn(choice: ChildPlace): void {
  if (choice.kind !== 'off') return
  throw refused('threads_off', {
    message: `Sub-agents get no conversations of their own here. The setting is ${choice.setting}.`,
    issues: [{ field: 'thread', message: `is true, and ${choice.setting} is false` }],
  })
}

/** The item in the outbox is settled: the run begins in its place, or fails with what the platform said. */
export async function followOpened(deps: RoutingRoom, t: Tx, delivery: Delivery): Promise<void> {
  const runId = runOf(delivery.cause)
  if (runId === undefined || delivery.kind !== 'open') return
  if (delivery.state !== 'sent' || delivery.place === null) {
    const detail = delivery.detail ?? 'the conversation could not be opened'
    await deps.sessions.failChildPlace(t, runId, detail)
    return void (await deps.timers.cancel(t, placeCause(runId)))
  }
  const child = await deps.sessions.readChildToPlace(t, runId)
  if (child === undefined) return undoOpened(deps, t, delivery)
  const changed = whatChanged(deps, child, delivery.place)
  if (changed !== undefined) {
    await undoOpened(deps, t, delivery)
    await deps.sessions.failChildPlace(t, runId, changed)
    return void (await deps.timers.cancel(t, placeCause(runId)))
  }
  await bind(deps, t, child, delivery.place, 'thread', true)
  await deps.sessions.giveChildPlace(t, runId)
  await deps.timers.cancel(t, placeCause(runId))
}

/** Why it may not be bound there after all; undefined: it may. */
function whatChanged(
  { placeRules }: Pick<RoutingRoom, 'placeRules'>,
  { visibility }: ChildToPlace,
  { channel, accountId }: ConversationRef,
): string | undefined {
  if (visibility === 'private') return 'the session was made private, and others can read along there'
  if (placeRules.threadBindings(channel, accountId).enabled) return undefined
  return `conversations are not bound there any more: ${placeRules.bindingSettings(channel, accountId).enabled} is false`
}

/** It did not come in time: the body of a timer. */
export async function giveUpPlace(deps: RoutingRoom, job: Job, runId: RunId): Promise<void> {
  await job.commit(async (t) => {
    const seconds = limits.placeWaitMs / 1_000
    const cause = placeCause(runId)
    const [opening] = await deps.deliveries.readByCause(t, cause)
    const said = opening?.detail == null ? '' : `: ${opening.detail}`
    const failed = await deps.sessions.failChildPlace(
      t,
      runId,
      `the conversation was not there within ${seconds} s${said}`,
    )
    if (failed) await deps.deliveries.withdraw(t, cause, 'undone')
  })
}

/** Where it would be, seen from where all of it was asked for. */
export async function choose(
  deps: RoutingRoom,
  t: Tx,
  ask: PlaceAsk & { sessionId?: SessionId },
): Promise<Asked> {
  const named = placeOfName(ask.origin.conversation) ?? pageOf(ask.parentId, ask.parentId)
  const { channel, accountId } = named
  const known = channel === 'web' ? undefined : await findKnownPlace(t, named)
  const kind = known?.kind === undefined || known.kind === 'personal' ? 'web' : known.kind
  const parentConversationId = known?.parentConversationId
  const place = parentConversationId == null ? named : { ...named, parentConversationId }
  const above = kind === 'thread' ? placeAbove(place) : null
  const choice = chooseChildPlace({
    channel,
    kind,
    rules: deps.placeRules.threadBindings(channel, accountId),
    settings: deps.placeRules.bindingSettings(channel, accountId),
    canOpen: channel !== 'web' && deps.deliveries.canOpen(above ?? place),
    hasAbove: above !== null,
    holder: kind === 'thread' ? await findHolder(deps, t, place, ask) : undefined,
    visibility: ask.visibility,
  })
  return { place, under: above ?? place, choice }
}

async function bind(
  deps: RoutingRoom,
  t: Tx,
  child: ChildToPlace,
  conversation: ConversationRef,
  placeKind: PlaceKind,
  isOpened: boolean,
): Promise<void> {
  const { personId } = child.origin
  const person = personId === null ? undefined : await deps.people.readPerson(t, personId as PersonId)
  await deps.bindings.bind(t, {
    conversation,
    placeKind,
    sessionId: child.sessionId,
    boundBy: person ? { id: person.id, name: person.name } : null,
    label: child.title,
    runId: child.runId,
    isOpened,
  })
}

async function open(
  deps: RoutingRoom,
  t: Tx,
  child: ChildToPlace,
  under: ConversationRef,
): Promise<DeliveryId[]> {
  const { runId, sessionId, agentId, title } = child
  const persona = choosePersona(deps, under, { agentId, label: title })
  const expiresAt = t.now + limits.placeWaitMs
  await deps.timers.schedule(t, placeCause(runId), {
    kind: 'routing.give-up-place',
    lane: 'timers',
    key: placeCause(runId),
    subject: runId,
    dueAt: expiresAt,
  })
  return deps.deliveries.enqueue(t, {
    kind: 'open',
    cause: placeCause(runId),
    sessionId,
    runId,
    under,
    title: nameThread(title, limits.threadNameCharsMax),
    // The intro in the thread says the task, and goes with it once that is redacted.
    anchor: writeAnchor(persona.name),
    persona,
    expiresAt,
    quotes: [sessionId],
  })
}
