// Puts on record whom something is told to, in the transaction of the reaction to it: one row for each person, one for each
// channel on which they are reached. In the inbox it is there at once; elsewhere it waits a while, in case it is read. All of
// them are looked up and written together: a discussion of twenty must not cost twenty times as much as one of two.

import type { EventActor, EventId, NotificationChannel, ReplyId, SessionId, ThreadId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Recipient } from './choose-recipients.ts'
import { insertDeliveries } from './notification-delivery-store.ts'
import { insertNotifications } from './notification-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationDeliveryRow, NotificationRow } from './notifications-tables.ts'
import { readEvent } from './describe-notification.ts'
import { readMarksOf } from './has-read.ts'
import { holdBack } from './hold-back.ts'
import type { Listener } from './read-listeners.ts'
import { strengthen } from './strengthen.ts'
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
  /** Where those whom it names came to be named, if that was later: whoever had read the source before has not read this. */
  namedSeq?: number
  actor: EventActor
}

interface Told {
  row: NotificationRow
  channels: readonly NotificationChannel[]
}

export async function tellPeople(
  deps: RoomDeps,
  t: Tx,
  what: Happening,
  recipients: readonly Recipient[],
  listeners: ReadonlyMap<Recipient['personId'], Listener>,
): Promise<void> {
  const all = await chooseTold(deps, t, what, recipients, listeners)
  // Whoever was told of the same source before is not told again, unless it names them now.
  const inserted = await insertNotifications(
    t,
    all.map(({ row }) => row),
  )
  const fresh = all.filter(({ row }) => inserted.has(row.id))
  const stronger = await strengthen(
    deps,
    t,
    all.filter(({ row }) => !inserted.has(row.id)),
  )
  await beginOnChannels(deps, t, [...fresh, ...stronger])
  await tellNews(
    deps,
    t,
    'notification.created',
    fresh.map(({ row }) => row),
  )
  await tellNews(
    deps,
    t,
    'notification.changed',
    stronger.map(({ row }) => row),
  )
}

async function chooseTold(
  deps: RoomDeps,
  t: Tx,
  what: Happening,
  recipients: readonly Recipient[],
  listeners: ReadonlyMap<Recipient['personId'], Listener>,
): Promise<Told[]> {
  const ids = recipients.map(({ personId }) => personId).filter((id) => listeners.has(id))
  if (ids.length === 0) return []
  const seeing = await deps.sessions.whoMaySee(t, what.sessionId, ids)
  const marks = await readMarksOf(deps, t, ids, what)
  const told: Told[] = []
  let seq = what.seq
  for (const recipient of recipients) {
    const { personId, reason, alsoReasons } = recipient
    const listener = listeners.get(personId)
    if (!listener || !seeing.has(personId)) continue
    const channels = listener.reachedOn(reason)
    if (channels.length === 0) continue
    // One event for all of them, who may all read it: asked for once.
    seq ??= await seqOf(deps, t, listener, what)
    const toldSeq = reason === 'mention' ? (what.namedSeq ?? seq) : seq
    // What has to be decided does not go away by having been seen.
    const isRead = reason !== 'approval' && toldSeq <= (marks.get(personId) ?? 0)
    const row: NotificationRow = {
      id: deps.ids.make('notification'),
      source_event_id: what.sourceEventId,
      caused_by_event_id: what.causedByEventId,
      person_id: personId,
      session_id: what.sessionId,
      thread_id: what.threadId,
      reply_id: what.replyId,
      event_id: what.eventId,
      seq: toldSeq,
      reason,
      also_reasons: JSON.stringify(alsoReasons),
      in_inbox: channels.includes('in_app') ? 1 : 0,
      actor_kind: what.actor.kind,
      actor_id: what.actor.id,
      actor_name: what.actor.name,
      created_at: t.now,
      read_at: isRead ? t.now : null,
    }
    told.push({ row, channels })
  }
  return told
}

async function seqOf(deps: RoomDeps, t: Tx, { person }: Listener, what: Happening): Promise<number> {
  const event = await readEvent(deps, t, person, { session_id: what.sessionId, event_id: what.eventId })
  return event?.seq ?? 0
}

async function beginOnChannels(deps: RoomDeps, t: Tx, told: readonly Told[]): Promise<void> {
  const begun: NotificationDeliveryRow[] = []
  const held: Parameters<typeof holdBack>[2][number][] = []
  for (const { row, channels } of told) {
    for (const channel of channels) {
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
        tried_at: null,
        updated_at: t.now,
      } satisfies Partial<NotificationDeliveryRow>
      if (channel === 'in_app') begun.push({ ...fresh, status: 'delivered' })
      else if (row.read_at !== null) begun.push({ ...fresh, status: 'suppressed', why: 'read' })
      else held.push({ row, delivery: { ...fresh, status: 'held' } })
    }
  }
  for (const { channel, status } of begun) deps.count(t, channel, status)
  await insertDeliveries(t, [...begun, ...(await holdBack(deps, t, held))])
}
