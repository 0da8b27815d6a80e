// Looks at what waits to be told outside of the web, as everything is at this moment (NTF2).

import { type ApprovalId, type DeliveryId, isWanted, type Suppression } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { Link, Person } from '../people/people.ts'
import { chooseRecipients } from './choose-recipients.ts'
import { chooseSuppression, type Situation } from './choose-suppression.ts'
import { isHere, isSaid, readEvent } from './describe-notification.ts'
import { hasRead } from './has-read.ts'
import type { DueRow } from './notification-delivery-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationRow } from './notifications-tables.ts'
import { readerOf } from './reader-of.ts'

/** Undefined: it goes out. */
export async function judgeHeld(
  deps: RoomDeps,
  r: Reader,
  { notification: row, delivery }: DueRow,
): Promise<Suppression | undefined> {
  const { person_id: personId, session_id: sessionId, thread_id: threadId, seq, reason } = row
  const person = await deps.people.readPerson(r, personId)
  const isMember = person?.state === 'active'
  const maySee = isMember && (await deps.sessions.mayRead(r, readerOf(person), sessionId))
  const { notifications } = await deps.people.preferencesOf(r, personId)
  const links = await deps.people.linksOf(r, personId)
  return chooseSuppression({
    isMember,
    maySee,
    isLinked: linksOn(links, delivery.channel).length > 0,
    isWanted: isHere(deps, row) && isWanted(notifications, reason, delivery.channel),
    isRead: row.read_at !== null || (await hasRead(deps, r, { personId, reason, sessionId, threadId, seq })),
    isPresent: deps.attendance.isThere(personId, { sessionId, threadId }),
    reason,
    source: maySee ? await judgeSource(deps, r, row, person) : 'gone',
  })
}

export function linksOn(links: readonly Link[], channel: string): Link[] {
  return links.filter((link) => link.channel === channel)
}

async function judgeSource(
  deps: RoomDeps,
  r: Reader,
  row: NotificationRow,
  person: Person,
): Promise<Situation['source']> {
  if (isSaid(row.reason)) return judgeSaid(deps, r, row)
  if (row.reason === 'delivery_gave_up') return judgeDelivery(deps, r, row)
  const event = await readEvent(deps, r, person, row)
  if (event === undefined) return 'gone'
  if (row.reason !== 'approval') return 'stands'
  const approval = await deps.sessions.seeApproval(
    r,
    readerOf(person),
    String(event.payload['approvalId']) as ApprovalId,
  )
  return approval?.mayDecide ? 'stands' : 'gone'
}

async function judgeSaid(deps: RoomDeps, r: Reader, row: NotificationRow): Promise<Situation['source']> {
  const source = await deps.sources.read(r, row.source_event_id)
  if (source === undefined || source.text === null) return 'gone'
  const listeners = new Map([[row.person_id, { mutesChatter: false }]])
  return chooseRecipients(source, listeners).length > 0 ? 'stands' : 'not_about_them'
}

/** It may have got through meanwhile, or somebody has seen to it. */
async function judgeDelivery(deps: RoomDeps, r: Reader, row: NotificationRow): Promise<Situation['source']> {
  const item = await deps.deliveries.read(r, row.source_event_id as string as DeliveryId)
  return item?.state === 'gave_up' || item?.state === 'unknown' ? 'stands' : 'gone'
}
