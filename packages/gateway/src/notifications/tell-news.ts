// Tells somebody's own log that a notification is new or has changed. What is kept there names it and nothing more: what was
// said, and how a session was called, stands in one place, so that it can be taken back there.

import type { PersonId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { countUnread } from './count-unread.ts'
import { describe, isHere } from './describe-notification.ts'
import type { NotificationNews } from './notifications.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationRow } from './notifications-tables.ts'

export type News = 'notification.created' | 'notification.changed'

export async function tellNews(deps: RoomDeps, t: Tx, kind: News, row: NotificationRow): Promise<void> {
  const { id: notificationId, person_id: personId } = row
  // Turned off, nobody hears of it; nor of what they want to be told elsewhere alone.
  if (!isHere(deps, row) || row.in_inbox === 0) return
  await deps.facts.tell(t, 'notification_changed', { notificationId, personId })
  const unread = await countUnread(deps, t, personId)
  const notification = await describe(deps, t, row)
  await deps.sessions.tellPerson(t, personId, kind, { notificationId, unread }, {
    ...(notification && { notification }),
    unread,
  } satisfies NotificationNews)
}

/** Several at once: the list says how they are now. */
export async function tellChanges(deps: RoomDeps, t: Tx, personId: PersonId): Promise<number> {
  const unread = await countUnread(deps, t, personId)
  if (!deps.isOn()) return unread
  await deps.sessions.tellPerson(t, personId, 'notification.changed', { unread })
  return unread
}
