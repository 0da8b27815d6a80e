// What the outbox came to is put on record here, where it stays after the outbox has forgotten it, and shown to whoever
// looks.

import type { NotificationStatus } from '@heddle/contract'
import { settledStates } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { chooseStatus } from './choose-status.ts'
import { readItem } from './describe-notification.ts'
import { selectOfCause, updateDelivery } from './notification-delivery-store.ts'
import { selectNotification } from './notification-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import { tellNews } from './tell-news.ts'

const causePrefix = 'notification:'

export function causeOf(id: string, channel: string): string {
  return `${causePrefix}${id}:${channel}`
}

/** Whether something in the outbox is the message of a notification. */
export function isOwnCause(cause: string): boolean {
  return cause.startsWith(causePrefix)
}

export async function followDelivery(deps: RoomDeps, t: Tx, cause: string): Promise<void> {
  const item = await readItem(deps, t, cause)
  if (item === undefined) return
  const status: NotificationStatus = chooseStatus(item)
  const isSettled = settledStates.includes(item.state)
  for (const row of await t.all(selectOfCause({ cause }))) {
    if (row.status === 'suppressed') continue
    await updateDelivery(t, row, {
      // What nobody knows may still be found; then the outbox says so.
      ...(isSettled && { status, attempts: item.attempts, last_error: item.detail, link: item.link }),
      ...(status === 'suppressed' && { why: item.reason === 'redacted' ? 'source_deleted' : 'dismissed' }),
    })
    if (isSettled) {
      deps.count(t, row.channel, status)
      for (let again = 1; again < item.attempts; again++) deps.count(t, row.channel, 'retried')
    } else if (status === 'unknown') deps.count(t, row.channel, status)
    const notification = await t.one(selectNotification({ id: row.notification_id }))
    if (notification?.in_inbox === 1) await tellNews(deps, t, 'notification.changed', notification)
  }
}
