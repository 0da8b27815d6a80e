// A notification as its person sees it: what it is about is read anew each time, so that what was changed or taken back
// there is changed or gone here.

import { type EventActor, limits, type NotificationReason, Refusal } from '@heddle/contract'
import type { Delivery } from '../delivery/delivery.ts'
import type { Reader } from '../foundation/database/store.ts'
import type { Person } from '../people/people.ts'
import type { LogEvent } from '../sessions/sessions.ts'
import { chooseStatus } from './choose-status.ts'
import { cutLine } from './cut-line.ts'
import { selectDeliveries } from './notification-delivery-store.ts'
import type { Notification, NotificationDelivery } from './notifications.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationDeliveryRow, NotificationRow } from './notifications-tables.ts'
import { readerOf } from './reader-of.ts'

/** Undefined where its person may not see the session any more, and for what is turned off here. */
export async function describe(
  deps: RoomDeps,
  r: Reader,
  row: NotificationRow,
): Promise<Notification | undefined> {
  if (!isHere(deps, row)) return undefined
  const person = await deps.people.readPerson(r, row.person_id)
  if (person?.state !== 'active') return undefined
  if (!(await deps.sessions.mayRead(r, readerOf(person), row.session_id))) return undefined
  const { title } = await deps.sessions.see(r, { kind: 'system' }, row.session_id)
  const deliveries: NotificationDelivery[] = []
  for (const delivery of await r.all(selectDeliveries({ id: row.id }))) {
    deliveries.push(await describeDelivery(deps, r, delivery))
  }
  return {
    id: row.id,
    personId: row.person_id,
    reason: row.reason,
    // Written by this room, always.
    alsoReasons: JSON.parse(row.also_reasons) as NotificationReason[],
    sourceEventId: row.source_event_id,
    causedByEventId: row.caused_by_event_id,
    sessionId: row.session_id,
    sessionTitle: title,
    threadId: row.thread_id,
    replyId: row.reply_id,
    eventId: row.event_id,
    actor: actorOf(row),
    excerpt: await readExcerpt(deps, r, row, person),
    createdAt: row.created_at,
    readAt: row.read_at,
    deliveries,
  }
}

/** Turned off is absent, also of what was told before (COL1). */
export function isHere(
  deps: Pick<RoomDeps, 'isOn' | 'hasThreads'>,
  row: Pick<NotificationRow, 'thread_id'>,
): boolean {
  return deps.isOn() && (row.thread_id === null || deps.hasThreads())
}

export function actorOf(row: NotificationRow): EventActor {
  return { kind: row.actor_kind, id: row.actor_id, name: row.actor_name }
}

/** Of what has left, the outbox knows more. */
async function describeDelivery(
  deps: RoomDeps,
  r: Reader,
  row: NotificationDeliveryRow,
): Promise<NotificationDelivery> {
  const item = row.status === 'pending' && row.cause !== null ? await readItem(deps, r, row.cause) : undefined
  return {
    channel: row.channel,
    status: item ? chooseStatus(item) : row.status,
    why: row.why,
    attempts: item?.attempts ?? row.attempts,
    lastError: item ? item.detail : row.last_error,
    link: item ? item.link : row.link,
    nextAt: item ? item.nextAt : row.due_at,
    updatedAt: Math.max(row.updated_at, item?.updatedAt ?? 0),
  }
}

export async function readItem(
  deps: Pick<RoomDeps, 'deliveries'>,
  r: Reader,
  cause: string,
): Promise<Delivery | undefined> {
  return (await deps.deliveries.readByCause(r, cause)).find(({ kind }) => kind === 'message')
}

/** The beginning of what was said, on one line; null where it is gone. */
async function readExcerpt(
  deps: RoomDeps,
  r: Reader,
  row: NotificationRow,
  person: Person,
): Promise<string | null> {
  const text = isSaid(row.reason)
    ? await deps.sources.readText(r, row.source_event_id)
    : await readDone(deps, r, row, person)
  return text === null ? null : cutLine(text, limits.notificationExcerptCharsMax)
}

export function isSaid(reason: NotificationReason): boolean {
  return reason === 'mention' || reason === 'reply_to_you' || reason === 'reply_in_thread'
}

async function readDone(
  deps: RoomDeps,
  r: Reader,
  row: NotificationRow,
  person: Person,
): Promise<string | null> {
  const event = await readEvent(deps, r, person, row)
  if (event === undefined) return null
  const { text, message, result, name } = event.payload
  const said = [text, message, result, name].find((one) => typeof one === 'string' && one !== '')
  return said === undefined ? null : String(said)
}

/** As they may read it; undefined where there is none, or it was redacted. */
export async function readEvent(
  deps: Pick<RoomDeps, 'sessions'>,
  r: Reader,
  person: Person,
  row: Pick<NotificationRow, 'session_id' | 'event_id'>,
): Promise<LogEvent | undefined> {
  try {
    const event = await deps.sessions.event(r, readerOf(person), row.session_id, row.event_id)
    return event.isRedacted ? undefined : event
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}
