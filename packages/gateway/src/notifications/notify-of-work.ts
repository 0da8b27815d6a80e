// Tells people what concerns them of the work itself: a call that waits for their word, the end of what they asked for, and
// what could not be delivered (NTF5).

import type {
  ApprovalId,
  DeliveryId,
  EventActor,
  EventId,
  NotificationReason,
  PersonId,
  RunId,
  SessionId,
  TurnId,
} from '@heddle/contract'
import type { Delivery } from '../delivery/delivery.ts'
import type { Tx } from '../foundation/database/store.ts'
import type { Approval, TurnEnding } from '../sessions/sessions.ts'
import { callOff } from './call-off.ts'
import { chooseCompletion, type CompletionChoice } from './choose-completion.ts'
import { hasRead } from './has-read.ts'
import { isStuck } from './is-stuck.ts'
import { selectOfSource } from './notification-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import { type Listener, readListeners } from './read-listeners.ts'
import { readerOf } from './reader-of.ts'
import { tellPeople } from './tell-people.ts'

const heddle: EventActor = { kind: 'system', id: null, name: 'Heddle' }

export async function notifyOfApproval(deps: RoomDeps, t: Tx, id: ApprovalId): Promise<void> {
  if (!deps.turnedOn().notifications) return
  const approval = await deps.sessions.readApproval(t, id)
  if (approval?.state !== 'pending') return
  await tell(deps, t, {
    people: await findDeciders(deps, t, approval),
    reason: 'approval',
    sessionId: approval.sessionId,
    eventId: approval.eventId,
    actor: { kind: 'agent', id: approval.agentId, name: deps.agentName(approval.agentId) },
  })
}

/** It waits for nobody any more, whoever decided. */
export async function settleApproval(deps: RoomDeps, t: Tx, id: ApprovalId): Promise<void> {
  const approval = await deps.sessions.readApproval(t, id)
  if (!approval || approval.state === 'pending') return
  await callOff(deps, t, await t.all(selectOfSource({ sourceEventId: approval.eventId })), 'read')
}

/** Of those who take part, whoever may decide; where none of them may, those who run the place and may. */
async function findDeciders(deps: RoomDeps, t: Tx, { id, sessionId }: Approval): Promise<PersonId[]> {
  const near = await thoseWhoMay(deps, t, id, await deps.sessions.listTakingPart(t, sessionId))
  if (near.length > 0) return near
  const overseers = await deps.people.listOverseers(t)
  return thoseWhoMay(
    deps,
    t,
    id,
    overseers.map((person) => person.id),
  )
}

async function thoseWhoMay(
  deps: RoomDeps,
  t: Tx,
  id: ApprovalId,
  people: readonly PersonId[],
): Promise<PersonId[]> {
  const may: PersonId[] = []
  for (const personId of people) {
    const person = await deps.people.readPerson(t, personId)
    if (person?.state !== 'active') continue
    if ((await deps.sessions.seeApproval(t, readerOf(person), id))?.mayDecide) may.push(personId)
  }
  return may
}

/** When to look again; undefined: it is done. */
export async function notifyOfTurn(
  deps: RoomDeps,
  t: Tx,
  id: TurnId,
  tookMs: number,
): Promise<number | undefined> {
  if (!deps.turnedOn().notifications) return undefined
  const ending = await deps.sessions.readTurnEnding(t, id)
  if (ending === undefined || ending.isOfRun || ending.requesterId === null) return undefined
  const choice = await judgeCompletion(deps, t, ending, tookMs)
  if (choice.kind === 'look_again') return choice.at
  if (choice.kind === 'nothing') return undefined
  const outcome = await deps.sessions.readTurnOutcome(t, id)
  await tell(deps, t, {
    people: [ending.requesterId],
    reason: ending.outcome === 'failed' ? 'failure' : 'completion',
    sessionId: ending.sessionId,
    sourceEventId: ending.eventId,
    // What it came to is what one wants to read.
    eventId: outcome.kind === 'answer' ? outcome.eventId : ending.eventId,
    seq: ending.seq,
    actor: await agentOf(deps, t, ending.sessionId),
    isInboxAlone: choice.isInboxAlone,
  })
  return undefined
}

async function judgeCompletion(
  deps: RoomDeps,
  t: Tx,
  { outcome, requesterId, sessionId, seq, endedAt, isAskedHere }: TurnEnding,
  tookMs: number,
): Promise<CompletionChoice> {
  // What failed has to be seen to, also by who looked on.
  if (outcome === 'failed') return { kind: 'tell', isInboxAlone: false }
  // The edge: a guest's id is that of no person, and nobody is found by it.
  const personId = requesterId as PersonId
  const at = { sessionId, threadId: null }
  return chooseCompletion({
    now: t.now,
    endedAt,
    tookMs,
    isAskedHere,
    isPresent: deps.attendance.isThere(personId, at),
    hasRead: await hasRead(deps, t, { personId, reason: 'completion', ...at, seq }),
  })
}

/** Of what an agent asked for, its own turn tells. */
export async function notifyOfRun(deps: RoomDeps, t: Tx, id: RunId): Promise<void> {
  if (!deps.turnedOn().notifications) return
  const run = await deps.sessions.readOutcome(t, id)
  if (run === undefined || run.askedBy !== 'person' || run.requesterId === null || run.told === null) return
  if (run.isQuiet || run.isSkipped || run.state === 'cancelled') return
  const { eventId, agentId, agentName } = run.told
  await tell(deps, t, {
    people: [run.requesterId],
    reason: run.state === 'succeeded' ? 'completion' : 'failure',
    sessionId: run.parentId,
    eventId,
    actor: { kind: 'agent', id: agentId, name: agentName },
  })
}

/** What is told to people about themselves is not told about once more. */
export async function notifyOfDelivery(deps: RoomDeps, t: Tx, id: DeliveryId): Promise<void> {
  if (!deps.turnedOn().notifications) return
  const delivery = await deps.deliveries.read(t, id)
  if (delivery === undefined || delivery.sessionId === null || !isStuck(delivery)) return
  // That a place took none of what Heddle itself says about it needs nobody.
  if (delivery.kind !== 'message' || (delivery.isNotice && delivery.state === 'rejected')) return
  const [first = delivery] = await deps.deliveries.readByCause(t, delivery.cause)
  // The edge: what is to be told of is a row of the outbox, and its id stands where that of an entry does.
  const sourceEventId = first.id as string as EventId
  await tell(deps, t, {
    people: await findConcerned(deps, t, delivery.sessionId, delivery),
    reason: 'delivery_gave_up',
    sessionId: delivery.sessionId,
    sourceEventId,
    eventId: delivery.eventId ?? sourceEventId,
    // Whoever has read all there is has not read this.
    seq: (await deps.sessions.see(t, { kind: 'system' }, delivery.sessionId)).seq + 1,
    actor: heddle,
  })
}

/** Of what has no place at all, whoever asked for it; else those who take part; where nobody does, those who run the place. */
async function findConcerned(
  deps: RoomDeps,
  t: Tx,
  sessionId: SessionId,
  { reason, runId }: Delivery,
): Promise<PersonId[]> {
  const run = reason === 'held' && runId !== null ? await deps.sessions.readOutcome(t, runId) : undefined
  // The edge: a guest's id is that of no person, and nobody is found by it.
  const asker = await thoseWhoSee(deps, t, sessionId, run?.requesterId ? [run.requesterId as PersonId] : [])
  if (asker.length > 0) return asker
  const near = await thoseWhoSee(deps, t, sessionId, await deps.sessions.listTakingPart(t, sessionId))
  if (near.length > 0) return near
  return (await deps.people.listOverseers(t)).map((person) => person.id)
}

/** Of these, the members who may see it. */
async function thoseWhoSee(
  deps: RoomDeps,
  t: Tx,
  sessionId: SessionId,
  ids: readonly PersonId[],
): Promise<PersonId[]> {
  if (ids.length === 0) return []
  const people = await deps.people.readPeople(t, ids)
  const seeing = await deps.sessions.whoMaySee(t, sessionId, ids)
  return ids.filter((id) => people.get(id)?.state === 'active' && seeing.has(id))
}

async function tell(
  deps: RoomDeps,
  t: Tx,
  what: {
    people: readonly string[]
    reason: NotificationReason
    sessionId: SessionId
    eventId: EventId
    /** Absent: the same. */
    sourceEventId?: EventId
    seq?: number
    actor: EventActor
    isInboxAlone?: boolean
  },
): Promise<void> {
  const { sessionId, reason, eventId, sourceEventId = eventId, actor } = what
  const happening = {
    sourceEventId,
    causedByEventId: eventId,
    sessionId,
    threadId: null,
    replyId: null,
    eventId,
    seq: what.seq ?? null,
    actor,
  }
  // The edge: a guest's id is that of no person, and nobody is found by it.
  const recipients = what.people.map((id) => ({ personId: id as PersonId, reason, alsoReasons: [] }))
  const listeners = await readListeners(
    deps,
    t,
    recipients.map(({ personId }) => personId),
  )
  await tellPeople(deps, t, happening, recipients, what.isInboxAlone ? inInboxAlone(listeners) : listeners)
}

function inInboxAlone(listeners: ReadonlyMap<PersonId, Listener>): ReadonlyMap<PersonId, Listener> {
  return new Map(
    Array.from(listeners, ([id, listener]) => {
      const reachedOn: Listener['reachedOn'] = (reason) =>
        listener.reachedOn(reason).filter((channel) => channel === 'in_app')
      return [id, { ...listener, reachedOn }]
    }),
  )
}

async function agentOf(deps: RoomDeps, t: Tx, sessionId: SessionId): Promise<EventActor> {
  const { agentId } = await deps.sessions.see(t, { kind: 'system' }, sessionId)
  return { kind: 'agent', id: agentId, name: deps.agentName(agentId) }
}
