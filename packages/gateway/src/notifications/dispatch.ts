// Tells somebody outside of the web what is due: looked at anew, what no longer holds is suppressed, and the rest of each
// discussion leaves as one message through the outbox, which retries, looks and gives up as with anything else.

import {
  type ConversationRef,
  limits,
  type NotificationChannel,
  notificationReasons,
  type PersonId,
} from '@heddle/contract'
import type { Persona } from '../delivery/delivery.ts'
import type { Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import { chooseOpenRetry } from './choose-open-retry.ts'
import { causeOf } from './follow-delivery.ts'
import { judgeHeld } from './judge-held.ts'
import { type DueRow, selectNextDue, selectWaiting, updateDelivery } from './notification-delivery-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import { type OpenedPlace, openDirectPlace } from './open-direct-place.ts'
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
    for (const group of groups) {
      if (opened?.kind === 'open') await send(deps, t, group, opened.place)
      else if (opened) await putOff(deps, t, group, opened, chance)
    }
    const next = (await t.one(selectNextDue(to)))?.due_at ?? null
    if (next !== null) await job.again(t, Math.max(next, t.now))
  })
}

/** What is due and still holds, together with what waits for the same discussion. */
async function takeDue(deps: RoomDeps, t: Tx, to: DispatchTo): Promise<DueRow[][]> {
  const waiting = await selectWaiting(t, to.personId, to.channel, waitingMax)
  const groups = Map.groupBy(waiting, ({ notification }) => notification.thread_id ?? notification.id)
  const due: DueRow[][] = []
  for (const group of groups.values()) {
    if (!group.some(({ delivery }) => (delivery.due_at ?? Infinity) <= t.now)) continue
    const standing: DueRow[] = []
    for (const one of group) if (await isStanding(deps, t, one)) standing.push(one)
    if (standing.length > 0) due.push(standing)
  }
  return due
}

async function isStanding(deps: RoomDeps, t: Tx, held: DueRow): Promise<boolean> {
  const why = await judgeHeld(deps, t, held)
  if (why === undefined) return true
  await updateDelivery(t, held.delivery, { status: 'suppressed', why, due_at: null })
  deps.count(t, held.delivery.channel, 'suppressed')
  await tellChanged(deps, t, held)
  return false
}

async function send(deps: RoomDeps, t: Tx, group: readonly DueRow[], place: ConversationRef): Promise<void> {
  const inOrder = group.toSorted((a, b) => (a.notification.id < b.notification.id ? -1 : 1))
  const lead = strongestOf(inOrder)
  const { notification, delivery } = lead
  const cause = causeOf(notification.id, delivery.channel)
  const { title } = await deps.sessions.see(t, { kind: 'system' }, notification.session_id)
  const alike = inOrder.filter((one) => one.notification.reason === notification.reason)
  const text = writeNotice({
    reason: notification.reason,
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
    expiresAt: t.now + limits.notifyExpiresMs,
    attemptsMax: limits.notifyAttemptsMax,
    // It says the session's name.
    quotes: [notification.session_id],
  })
  for (const one of inOrder) {
    await updateDelivery(t, one.delivery, { status: 'pending', cause, due_at: null, last_error: null })
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
    const { delivery, notification } = held
    const verdict = chooseOpenRetry(opened, {
      now: t.now,
      createdAt: notification.created_at,
      attempts: delivery.attempts,
      chance,
    })
    const { attempts, detail } = verdict
    await updateDelivery(t, delivery, {
      status: verdict.kind === 'fail' ? 'failed' : 'retrying',
      attempts,
      last_error: detail,
      due_at: verdict.kind === 'fail' ? null : verdict.dueAt,
    })
    deps.count(t, delivery.channel, verdict.kind === 'fail' ? 'failed' : 'retried')
    await tellChanged(deps, t, held)
  }
}

function strongestOf(group: readonly DueRow[]): DueRow {
  for (const reason of notificationReasons) {
    const found = group.findLast(({ notification }) => notification.reason === reason)
    if (found) return found
  }
  throw new Error('nothing is told for no reason')
}

async function tellChanged(deps: RoomDeps, t: Tx, { notification }: DueRow): Promise<void> {
  if (notification.in_inbox === 1) await tellNews(deps, t, 'notification.changed', notification)
}
