// A notification as it travels, over HTTP and in its person's own log.

import type { NotificationDeliveryJson, NotificationJson, OutsideDeliveryJson } from '@heddle/contract'
import type {
  Notification,
  NotificationDelivery,
  OutsideDelivery,
} from '../../notifications/notifications.ts'
import { iso } from './to-json.ts'

export function notificationJson(notification: Notification): NotificationJson {
  const { id, reason, alsoReasons, sourceEventId, causedByEventId, sessionId, sessionTitle } = notification
  const { threadId, replyId, eventId, actor, excerpt, problem, createdAt, readAt, deliveries } = notification
  return {
    id,
    reason,
    alsoReasons,
    sourceEventId,
    causedByEventId,
    sessionId,
    sessionTitle,
    ...(threadId !== null && { threadId }),
    ...(replyId !== null && { replyId }),
    eventId,
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    excerpt,
    ...(problem !== null && { problem }),
    createdAt: iso(createdAt),
    ...(readAt !== null && { readAt: iso(readAt) }),
    deliveries: deliveries.map((delivery) => deliveryJson(notification, delivery)),
  }
}

export function outsideDeliveryJson({ person, ...delivery }: OutsideDelivery): OutsideDeliveryJson {
  return { person: { id: person.id, handle: person.handle, name: person.name }, ...progressJson(delivery) }
}

function progressJson(delivery: Omit<NotificationDelivery, 'link'>) {
  const { channel, status, attempts, lastError, why, nextAt, updatedAt } = delivery
  return {
    channel,
    status,
    attempts,
    ...(lastError !== null && { lastError }),
    ...(why !== null && { why }),
    ...(nextAt !== null && { nextAt: iso(nextAt) }),
    updatedAt: iso(updatedAt),
  }
}

function deliveryJson(of: Notification, delivery: NotificationDelivery): NotificationDeliveryJson {
  const { channel, link } = delivery
  return {
    ...progressJson(delivery),
    ...(link !== null && { link }),
    dedupeKey: [of.sessionId, of.sourceEventId, of.personId, of.reason, channel].join(':'),
  }
}
