// Tells somebody outside of the web what is due: looked at anew, what no longer holds is suppressed, and the rest of each
// discussion leaves as one message through the outbox, which retries, looks and gives up as with anything else.

import {
  type ConversationRef,
  type NotificationChannel,
  type NotificationReason,
  type PersonId,
} from '@heddle/contract'
import type { Persona } from '../delivery/delivery.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import type { Link } from '../people/people.ts'
import { chooseOpenRetry } from './choose-open-retry.ts'
import { chooseSaying, type StandingRow } from './choose-saying.ts'
import { judgeHeld } from './judge-held.ts'
import { causeOf } from './message-cause.ts'
import { type DueRow, selectNextDue, selectWaiting, updateDelivery } from './notification-delivery-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import { type Opened, type OpenedPlace, openDirectPlace } from './open-direct-place.ts'
import { expiryOf, retryPolicy } from './retry-policy.ts'
import { tellNews } from './tell-news.ts'
import { linkTo, writeNotice } from './write-notice.ts'

export interface DispatchTo {
  personId: PersonId
  channel: NotificationChannel
}

const waitingMax = 500
/** Heddle itself speaks, not one of its agents. */
const heddle: Persona = { name: 'Heddle', agentId: '', isAccount: true }

export async function dispatch(deps: RoomDeps, job: Job, to: DispatchTo): Promise<void> {
  const isAnyLeft = await job.step(async (t) => (await takeDue(deps, t, to)).length > 0)
  const opened = isAnyLeft ? await openDirectPlace(deps, to, job.signal) : undefined
  const chance = deps.random.fraction()
  await job.commit(async (t) => {
    // Looked at once more: to open a conversation took its time.
    const groups = opened === undefined ? [] : await takeDue(deps, t, to)
    // Whose account was unlinked meanwhile is told nothing there. It is due still, and comes again at once for another one.
    if (opened && (await isStillTheirs(deps, t, to.personId, opened))) {
      for (const group of groups) await tellThere(deps, t, group, opened, chance)
    }
    const next = (await t.one(selectNextDue(to)))?.due_at ?? null
    if (next !== null) await job.again(t, Math.max(next, t.now))
  })
}

async function isStillTheirs(
  deps: RoomDeps,
  r: Reader,
  personId: PersonId,
  { link }: Opened,
): Promise<boolean> {
  if (link === undefined) return true
  const links = await deps.people.linksOf(r, personId)
  return links.some(({ id, linkedAt }) => id === link.id && linkedAt === link.linkedAt)
}

async function tellThere(
  deps: RoomDeps,
  t: Tx,
  group: readonly StandingRow[],
  { outcome, link }: Opened,
  chance: number,
): Promise<void> {
  if (outcome.kind !== 'open') await putOff(deps, t, group, outcome, chance)
  else if (link) await send(deps, t, group, outcome.place, link)
}

/** What is due and still holds, together with what waits for the same discussion. */
async function takeDue(deps: RoomDeps, t: Tx, to: DispatchTo): Promise<StandingRow[][]> {
  const waiting = await selectWaiting(t, to.personId, to.channel, waitingMax)
  const groups = Map.groupBy(waiting, ({ notification }) => notification.thread_id ?? notification.id)
  const due: StandingRow[][] = []
  for (const group of groups.values()) {
    if (!group.some(({ delivery }) => (delivery.due_at ?? Infinity) <= t.now)) continue
    const standing: StandingRow[] = []
    for (const one of group) {
      const reason = await readStanding(deps, t, one)
      if (reason) standing.push({ ...one, reason })
    }
    if (standing.length > 0) due.push(standing)
  }
  return due
}

/** Undefined, and on record, if it is not to be told any more. */
async function readStanding(deps: RoomDeps, t: Tx, held: DueRow): Promise<NotificationReason | undefined> {
  const judged = await judgeHeld(deps, t, held)
  if (judged.kind === 'send') return judged.reason
  await updateDelivery(t, held.delivery, { status: 'suppressed', why: judged.why, due_at: null })
  deps.count(t, held.delivery.channel, 'suppressed')
  await tellChanged(deps, t, held)
  return undefined
}

async function send(
  deps: RoomDeps,
  t: Tx,
  group: readonly StandingRow[],
  place: ConversationRef,
  link: Link,
): Promise<void> {
  const { saying, lead, alike } = chooseSaying(group)
  const { notification, reason } = lead
  const cause = causeOf(saying, deps.ids.make('notification'), link)
  const { title } = await deps.sessions.see(t, { kind: 'system' }, notification.session_id)
  const text = writeNotice({
    reason,
    names: alike.map((one) => one.notification.actor_name),
    count: alike.length,
    sessionTitle: title,
    link: linkTo(deps.linkBase(), {
      sessionId: notification.session_id,
      eventId: notification.event_id,
      threadId: notification.thread_id,
      replyId: notification.reply_id,
    }),
  })
  await deps.deliveries.enqueue(t, {
    kind: 'message',
    cause,
    place,
    eventId: notification.source_event_id,
    text,
    persona: heddle,
    isNotice: true,
    // For whoever it is told to, and for nobody who looks after the outbox.
    isSecret: true,
    // Of several, by the one that was tried first; what came later goes on without it.
    expiresAt: expiryOf(Math.min(...group.map(({ delivery }) => delivery.tried_at ?? t.now))),
    triesBefore: Math.max(...group.map(({ delivery }) => delivery.attempts)),
    retry: retryPolicy,
    // It says the session's name.
    quotes: [notification.session_id],
  })
  for (const one of group) {
    const triedAt = one.delivery.tried_at ?? t.now
    const change = { status: 'pending', cause, due_at: null, tried_at: triedAt, last_error: null } as const
    await updateDelivery(t, one.delivery, change)
    await tellChanged(deps, t, one)
  }
}

async function putOff(
  deps: RoomDeps,
  t: Tx,
  group: readonly DueRow[],
  opened: Exclude<OpenedPlace, { kind: 'open' }>,
  chance: number,
): Promise<void> {
  for (const held of group) {
    const { delivery } = held
    const triedAt = delivery.tried_at ?? t.now
    const verdict = chooseOpenRetry(opened, {
      now: t.now,
      triedAt,
      attempts: delivery.attempts,
      chance,
    })
    const { attempts, detail } = verdict
    await updateDelivery(t, delivery, {
      status: verdict.kind === 'fail' ? 'failed' : 'retrying',
      attempts,
      tried_at: triedAt,
      last_error: detail,
      due_at: verdict.kind === 'fail' ? null : verdict.dueAt,
    })
    deps.count(t, delivery.channel, verdict.kind === 'fail' ? 'failed' : 'retried')
    await tellChanged(deps, t, held)
  }
}

async function tellChanged(deps: RoomDeps, t: Tx, { notification }: DueRow): Promise<void> {
  await tellNews(deps, t, 'notification.changed', [notification])
}
