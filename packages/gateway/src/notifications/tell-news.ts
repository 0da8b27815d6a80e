// Tells people's own logs that a notification is new or has changed. What is kept there names it and nothing more: what was
// said, and how a session was called, stands in one place, so that it can be taken back there.

import type { PersonId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { countUnread, countUnreadOf } from './count-unread.ts'
import { describeAll, isHere } from './describe-notification.ts'
import type { NotificationNews } from './notifications.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationRow } from './notifications-tables.ts'

export type News = 'notification.created' | 'notification.changed'

/** No two of the same person. */
export async function tellNews(
  deps: RoomDeps,
  t: Tx,
  kind: News,
  rows: readonly NotificationRow[],
): Promise<void> {
  // Turned off, nobody hears of it; nor of what they want to be told elsewhere alone.
  const shown = rows.filter((row) => isHere(deps, row) && row.in_inbox === 1)
  if (shown.length === 0) return
  const notifications = shown.map(({ id, person_id: personId }) => ({ id, personId }))
  await deps.facts.tell(t, 'notifications_changed', { notifications })
  const counts = await countUnreadOf(
    deps,
    t,
    shown.map((row) => row.person_id),
  )
  const described = await describeAll(deps, t, shown)
  const news = shown.map(({ id: notificationId, person_id: personId }) => {
    const notification = described.get(notificationId)
    const unread = counts.get(personId) ?? 0
    const seen: NotificationNews = { ...(notification && { notification }), unread }
    return { personId, payload: { notificationId, unread }, shown: seen }
  })
  await deps.sessions.tellPeople(t, kind, news)
}

/** Several at once: the list says how they are now. */
export async function tellChanges(deps: RoomDeps, t: Tx, personId: PersonId): Promise<number> {
  const unread = await countUnread(deps, t, personId)
  if (!deps.turnedOn().notifications) return unread
  await deps.sessions.tellPerson(t, personId, 'notification.changed', { unread })
  return unread
}
