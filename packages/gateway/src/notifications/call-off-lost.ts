// What waits in the outbox may wait for hours, for a platform that does not answer. Whoever it is for may have lost the right
// to know of it by then: so that is asked once more before each try (NTF2).

import type { Suppression } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { isHere } from './describe-notification.ts'
import { isOwnCause } from './follow-delivery.ts'
import { linksOn } from './judge-held.ts'
import { selectOfCause, updateDelivery } from './notification-delivery-store.ts'
import { selectNotification } from './notification-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationDeliveryRow, NotificationRow } from './notifications-tables.ts'
import { readerOf } from './reader-of.ts'
import { tellNews } from './tell-news.ts'

export async function callOffLost(deps: RoomDeps, t: Tx, cause: string): Promise<boolean> {
  if (!isOwnCause(cause)) return false
  const told = await t.all(selectOfCause({ cause }))
  const [first] = told
  // They are of one person, and of one session.
  const row = first && (await t.one(selectNotification({ id: first.notification_id })))
  const why = row && (await judgeLoss(deps, t, row, first))
  if (why === undefined) return false
  for (const delivery of told) {
    await updateDelivery(t, delivery, { status: 'suppressed', why, cause: null })
    deps.count(t, delivery.channel, 'suppressed')
    const changed = await t.one(selectNotification({ id: delivery.notification_id }))
    if (changed?.in_inbox === 1) await tellNews(deps, t, 'notification.changed', changed)
  }
  return true
}

async function judgeLoss(
  deps: RoomDeps,
  r: Reader,
  row: NotificationRow,
  { channel }: NotificationDeliveryRow,
): Promise<Suppression | undefined> {
  const person = await deps.people.readPerson(r, row.person_id)
  if (person?.state !== 'active') return 'no_longer_a_member'
  if (!(await deps.sessions.mayRead(r, readerOf(person), row.session_id))) return 'may_not_see'
  if (linksOn(await deps.people.linksOf(r, row.person_id), channel).length === 0) return 'not_linked'
  return isHere(deps, row) ? undefined : 'turned_off'
}
