// Puts on record whom something is told to, in the transaction of the reaction to it: one row for each person, one for each
// channel on which they are reached. In the inbox it is there at once; elsewhere it waits a while, in case it is read.

import {
  type EventActor,
  type EventId,
  isWanted,
  type NotificationChannel,
  notificationChannels,
  type ReplyId,
  type SessionId,
  type ThreadId,
} from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Recipient } from './choose-recipients.ts'
import { insertDelivery, selectWaiting } from './notification-delivery-store.ts'
import { insertNotification } from './notification-store.ts'
import { type RoomDeps, wakeDispatch } from './notifications-deps.ts'
import type { NotificationDeliveryRow, NotificationRow } from './notifications-tables.ts'
import type { Person } from '../people/people.ts'
import { readEvent } from './describe-notification.ts'
import { hasRead } from './has-read.ts'
import { readerOf } from './reader-of.ts'
import { tellNews } from './tell-news.ts'

export interface Happening {
  sourceEventId: EventId
  causedByEventId: EventId
  sessionId: SessionId
  threadId: ThreadId | null
  replyId: ReplyId | null
  eventId: EventId
  /** Of the source; null: that of the event. */
  seq: number | null
  actor: EventActor
}

const waitingMax = 500

export async function tellPeople(
  deps: RoomDeps,
  t: Tx,
  what: Happening,
  recipients: readonly Recipient[],
): Promise<void> {
  for (const recipient of recipients) await tellPerson(deps, t, what, recipient)
}

async function tellPerson(deps: RoomDeps, t: Tx, what: Happening, recipient: Recipient): Promise<void> {
  const { personId, reason } = recipient
  const person = await deps.people.readPerson(t, personId)
  if (person?.state !== 'active') return
  if (!(await deps.sessions.mayRead(t, readerOf(person), what.sessionId))) return
  const channels = await reachedOn(deps, t, recipient)
  if (channels.length === 0) return
  const seq = what.seq ?? (await seqOf(deps, t, person, what))
  const isRead = await hasRead(deps, t, { ...what, personId, reason, seq })
  const row: NotificationRow = {
    id: deps.ids.make('notification'),
    source_event_id: what.sourceEventId,
    caused_by_event_id: what.causedByEventId,
    person_id: personId,
    session_id: what.sessionId,
    thread_id: what.threadId,
    reply_id: what.replyId,
    event_id: what.eventId,
    seq,
    reason,
    also_reasons: JSON.stringify(recipient.alsoReasons),
    in_inbox: channels.includes('in_app') ? 1 : 0,
    actor_kind: what.actor.kind,
    actor_id: what.actor.id,
    actor_name: what.actor.name,
    created_at: t.now,
    read_at: isRead ? t.now : null,
  }
  if (!(await insertNotification(t, row))) return
  for (const channel of channels) await beginOn(deps, t, row, channel, isRead)
  if (row.in_inbox === 1) await tellNews(deps, t, 'notification.created', row)
}

async function seqOf(deps: RoomDeps, t: Tx, person: Person, what: Happening): Promise<number> {
  const event = await readEvent(deps, t, person, { session_id: what.sessionId, event_id: what.eventId })
  return event?.seq ?? 0
}

/** Here, and wherever they have linked an account: as far as they want such things there. */
async function reachedOn(
  deps: RoomDeps,
  t: Tx,
  { personId, reason }: Recipient,
): Promise<NotificationChannel[]> {
  const { notifications } = await deps.people.preferencesOf(t, personId)
  const linked = new Set((await deps.people.linksOf(t, personId)).map(({ channel }) => channel))
  return notificationChannels.filter(
    (channel) => (channel === 'in_app' || linked.has(channel)) && isWanted(notifications, reason, channel),
  )
}

async function beginOn(
  deps: RoomDeps,
  t: Tx,
  row: NotificationRow,
  channel: NotificationChannel,
  isRead: boolean,
): Promise<void> {
  const fresh = {
    notification_id: row.id,
    channel,
    person_id: row.person_id,
    why: null,
    cause: null,
    attempts: 0,
    last_error: null,
    link: null,
    due_at: null,
    updated_at: t.now,
  } satisfies Partial<NotificationDeliveryRow>
  if (channel === 'in_app') {
    await t.run(insertDelivery({ ...fresh, status: 'delivered' }))
    return deps.count(t, channel, 'delivered')
  }
  if (isRead) {
    await t.run(insertDelivery({ ...fresh, status: 'suppressed', why: 'read' }))
    return deps.count(t, channel, 'suppressed')
  }
  const dueAt = await chooseDue(deps, t, row, channel)
  await t.run(insertDelivery({ ...fresh, status: 'held', due_at: dueAt }))
  await wakeDispatch(deps, t, row.person_id, channel)
}

/** What waits already for the same discussion takes this along. */
async function chooseDue(
  deps: RoomDeps,
  t: Tx,
  row: NotificationRow,
  channel: NotificationChannel,
): Promise<number> {
  const own = t.now + (row.reason === 'mention' ? deps.grace.mentionMs : deps.grace.otherMs)
  if (row.thread_id === null) return own
  const waiting = await selectWaiting(t, row.person_id, channel, waitingMax)
  const same = waiting.filter(({ notification }) => notification.thread_id === row.thread_id)
  return Math.min(own, ...same.map(({ delivery }) => delivery.due_at ?? own))
}
