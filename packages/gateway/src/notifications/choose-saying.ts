// What one message says of all that is told with it: the strongest reason that holds, and the newest for it as what it leads
// to. Pure.

import { type NotificationReason, notificationReasons } from '@heddle/contract'
import type { Saying } from './message-cause.ts'
import type { DueRow } from './notification-delivery-store.ts'

export interface StandingRow extends DueRow {
  /** Why it is told, as everything is now. */
  reason: NotificationReason
}

export interface ChosenSaying {
  saying: Saying
  lead: StandingRow
  /** Those of the same reason, oldest first. */
  alike: StandingRow[]
}

export function chooseSaying(group: readonly StandingRow[]): ChosenSaying {
  const reason = notificationReasons.find((one) => group.some((row) => row.reason === one))
  const alike = group
    .filter((row) => row.reason === reason)
    .toSorted((a, b) => (a.notification.id < b.notification.id ? -1 : 1))
  const lead = alike.at(-1)
  if (!lead) throw new Error('nothing is told for no reason')
  const { notification, delivery } = lead
  const saying = {
    leadId: notification.id,
    channel: delivery.channel,
    reason: lead.reason,
    count: alike.length,
  }
  return { saying, lead, alike }
}
