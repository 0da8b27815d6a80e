// Looks at what waits to be told outside of the web, as everything is at this moment (NTF2).

import type { ApprovalId, DeliveryId, NotificationReason, Suppression } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { Link } from '../people/people.ts'
import { chooseRecipients } from './choose-recipients.ts'
import { chooseSuppression, type Situation } from './choose-suppression.ts'
import { isHere, isSaid, readEvent } from './describe-notification.ts'
import { hasRead } from './has-read.ts'
import { isStuck } from './is-stuck.ts'
import type { DueRow } from './notification-delivery-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationRow } from './notifications-tables.ts'
import { type Listener, readListeners } from './read-listeners.ts'
import { readSource } from './read-source.ts'
import { readerOf } from './reader-of.ts'

export type Judgement =
  | { kind: 'suppress'; why: Suppression }
  /** By the reason that holds now: a mention may have been edited out of what stays a reply to them. */
  | { kind: 'send'; reason: NotificationReason }

export async function judgeHeld(
  deps: RoomDeps,
  r: Reader,
  { notification: row, delivery }: DueRow,
): Promise<Judgement> {
  const { person_id: personId, session_id: sessionId, thread_id: threadId, seq } = row
  const listener = (await readListeners(deps, r, [personId])).get(personId)
  const maySee = listener !== undefined && (await maySeeIt(deps, r, listener, row))
  const standing: Standing = maySee ? await judgeSource(deps, r, row, listener) : { source: 'gone' }
  const reason = standing.reason ?? row.reason
  const links = await deps.people.linksOf(r, personId)
  const why = chooseSuppression({
    isMember: listener !== undefined,
    maySee,
    isLinked: linksOn(links, delivery.channel).length > 0,
    isWanted: isHere(deps, row) && listener?.reachedOn(reason).includes(delivery.channel) === true,
    isRead: row.read_at !== null || (await hasRead(deps, r, { personId, reason, sessionId, threadId, seq })),
    isPresent: deps.attendance.isThere(personId, { sessionId, threadId }),
    reason,
    source: standing.source,
  })
  return why === undefined ? { kind: 'send', reason } : { kind: 'suppress', why }
}

function maySeeIt(deps: RoomDeps, r: Reader, { person }: Listener, row: NotificationRow): Promise<boolean> {
  return deps.sessions.mayRead(r, readerOf(person), row.session_id)
}

interface Standing {
  source: Situation['source']
  /** Of what was said: why it is told to them, as it is now. */
  reason?: NotificationReason
}

export function linksOn(links: readonly Link[], channel: string): Link[] {
  return links.filter((link) => link.channel === channel)
}

async function judgeSource(
  deps: RoomDeps,
  r: Reader,
  row: NotificationRow,
  listener: Listener,
): Promise<Standing> {
  if (isSaid(row.reason)) return judgeSaid(deps, r, row, listener)
  if (row.reason === 'delivery_gave_up') return { source: await judgeDelivery(deps, r, row) }
  return { source: await judgeWork(deps, r, row, listener) }
}

async function judgeWork(
  deps: RoomDeps,
  r: Reader,
  row: NotificationRow,
  { person }: Listener,
): Promise<Situation['source']> {
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

async function judgeSaid(
  deps: RoomDeps,
  r: Reader,
  row: NotificationRow,
  listener: Listener,
): Promise<Standing> {
  const source = await readSource(deps, r, row.source_event_id)
  if (source === undefined || source.text === null) return { source: 'gone' }
  // As they have it set: who muted chatter and is not named any more is told nothing.
  const [recipient] = chooseRecipients(source, new Map([[row.person_id, listener]]))
  return recipient ? { source: 'stands', reason: recipient.reason } : { source: 'not_about_them' }
}

/** It may have got through meanwhile, or somebody has seen to it. */
async function judgeDelivery(deps: RoomDeps, r: Reader, row: NotificationRow): Promise<Situation['source']> {
  const item = await deps.deliveries.read(r, row.source_event_id as string as DeliveryId)
  return item !== undefined && isStuck(item) ? 'stands' : 'gone'
}
