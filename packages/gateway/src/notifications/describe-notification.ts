// A notification as its person sees it: what it is about is read anew each time, so that what was changed or taken back
// there is changed or gone here.

import {
  type DeliveryId,
  type EventActor,
  type EventId,
  limits,
  type NotificationId,
  type NotificationReason,
  Refusal,
  type SessionId,
} from '@heddle/contract'
import type { Delivery } from '../delivery/delivery.ts'
import type { Reader } from '../foundation/database/store.ts'
import type { Person } from '../people/people.ts'
import type { LogEvent } from '../sessions/sessions.ts'
import { chooseShownReason, type ShownReason } from './choose-shown-reason.ts'
import { chooseStatus } from './choose-status.ts'
import { cutLine } from './cut-line.ts'
import { isStuck } from './is-stuck.ts'
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
  return (await describeAll(deps, r, [row])).get(row.id)
}

/** Those of them that their people may still see: the same of many at once. */
export async function describeAll(
  deps: RoomDeps,
  r: Reader,
  rows: readonly NotificationRow[],
): Promise<ReadonlyMap<NotificationId, Notification>> {
  const described = new Map<NotificationId, Notification>()
  const seen = await findSeen(deps, r, rows)
  if (seen.length === 0) return described
  const deliveries = Map.groupBy(
    await r.all(selectDeliveries({ ids: JSON.stringify(seen.map(({ row }) => row.id)) })),
    (delivery) => delivery.notification_id,
  )
  // Many are told of one thing: what it says, and where, is read once.
  const titles = new Map<SessionId, string>()
  const texts = new Map<EventId, string | null>()
  for (const { row, person, shown } of seen) {
    const title = titles.get(row.session_id) ?? (await readTitle(deps, r, row))
    titles.set(row.session_id, title)
    const known = texts.get(row.source_event_id)
    const excerpt = known === undefined ? await readExcerpt(deps, r, row, person) : known
    if (isSaid(row.reason)) texts.set(row.source_event_id, excerpt)
    const channels: NotificationDelivery[] = []
    for (const delivery of deliveries.get(row.id) ?? []) {
      channels.push(await describeDelivery(deps, r, delivery))
    }
    described.set(row.id, {
      id: row.id,
      personId: row.person_id,
      ...shown,
      sourceEventId: row.source_event_id,
      causedByEventId: row.caused_by_event_id,
      sessionId: row.session_id,
      sessionTitle: title,
      threadId: row.thread_id,
      replyId: row.reply_id,
      eventId: row.event_id,
      actor: actorOf(row),
      excerpt,
      problem: await readProblem(deps, r, row),
      createdAt: row.created_at,
      readAt: row.read_at,
      deliveries: channels,
    })
  }
  return described
}

interface Seen {
  row: NotificationRow
  person: Person
  shown: ShownReason
}

async function findSeen(deps: RoomDeps, r: Reader, rows: readonly NotificationRow[]): Promise<Seen[]> {
  const here = rows.flatMap((row) => {
    const shown = shownReasonOf(deps, row)
    return shown ? [{ row, shown }] : []
  })
  if (here.length === 0) return []
  const people = await deps.people.readPeople(r, [...new Set(here.map(({ row }) => row.person_id))])
  const pairs = here.map(({ row }) => ({ personId: row.person_id, sessionId: row.session_id }))
  const readable = new Set(
    (await deps.sessions.whichMaySee(r, pairs)).map((pair) => `${pair.personId} ${pair.sessionId}`),
  )
  return here.flatMap(({ row, shown }) => {
    const person = people.get(row.person_id)
    if (person?.state !== 'active' || !readable.has(`${row.person_id} ${row.session_id}`)) return []
    return [{ row, person, shown }]
  })
}

async function readTitle(deps: RoomDeps, r: Reader, row: NotificationRow): Promise<string> {
  return (await deps.sessions.see(r, { kind: 'system' }, row.session_id)).title
}

export function isHere(deps: Pick<RoomDeps, 'turnedOn'>, row: NotificationRow): boolean {
  return shownReasonOf(deps, row) !== undefined
}

export function shownReasonOf(
  deps: Pick<RoomDeps, 'turnedOn'>,
  row: NotificationRow,
): ShownReason | undefined {
  // Written by this room, always.
  const alsoReasons = JSON.parse(row.also_reasons) as NotificationReason[]
  return chooseShownReason(
    { reason: row.reason, alsoReasons, isOfThread: row.thread_id !== null },
    deps.turnedOn(),
  )
}

export function actorOf(row: NotificationRow): EventActor {
  return { kind: row.actor_kind, id: row.actor_id, name: row.actor_name }
}

/** Of what has left, the outbox knows more. */
export async function describeDelivery(
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

/** In the words of the platform, which those who may read the session may read as well. */
async function readProblem(deps: RoomDeps, r: Reader, row: NotificationRow): Promise<string | null> {
  if (row.reason !== 'delivery_gave_up') return null
  // The edge: of these the source is a row of the outbox.
  const item = await deps.deliveries.read(r, row.source_event_id as string as DeliveryId)
  if (item === undefined || !isStuck(item) || item.detail === null) return null
  return cutLine(item.detail, limits.notificationExcerptCharsMax)
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
