// Where a row of the inbox leads: to the exact moment. What could not be posted and has none stands in the outbox.

import { type NotificationJson, writeAddress } from '@heddle/contract'
import { deliveriesPath } from '../shell/destinations.ts'

export function pathOf(notification: NotificationJson): string {
  const { reason, eventId, sourceEventId, sessionId } = notification
  const hasMoment = reason !== 'delivery_gave_up' || eventId !== sourceEventId
  if (hasMoment) return writeAddress(notification)
  return `${deliveriesPath}?session=${sessionId}&delivery=${sourceEventId}`
}
