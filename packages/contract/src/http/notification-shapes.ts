// Notifications as JSON: what somebody is told, why, and how far it has come on each channel.

import { z } from 'zod'
import {
  notificationChannels,
  notificationReasons,
  notificationStatuses,
  suppressions,
} from '../collaboration-words.ts'
import { eventActorShape } from '../event-shapes.ts'
import { pageQuery } from './shapes.ts'
import { time } from './times.ts'

const id = z.string().min(1).max(64)

export const notificationDeliveryShape = z.object({
  channel: z.enum(notificationChannels),
  status: z.enum(notificationStatuses),
  attempts: z.int(),
  lastError: z.string().optional(),
  /** Of `suppressed`. */
  why: z.enum(suppressions).optional(),
  /** Of the message there. */
  link: z.string().optional(),
  /** When it goes out, or is tried again. */
  nextAt: time.optional(),
  updatedAt: time,
  /** `sessionId:sourceEventId:personId:reason:channel`. */
  dedupeKey: z.string(),
})

/** Of somebody's notification outside of the web, for those who run the place: nothing of what it was about. */
export const outsideDeliveryShape = notificationDeliveryShape.omit({ link: true, dedupeKey: true }).extend({
  person: z.object({ id, handle: z.string(), name: z.string() }),
})

export const notificationShape = z.object({
  id,
  reason: z.enum(notificationReasons),
  alsoReasons: z.array(z.enum(notificationReasons)),
  sourceEventId: id,
  causedByEventId: id,
  sessionId: id,
  sessionTitle: z.string(),
  threadId: id.optional(),
  replyId: id.optional(),
  /** Which event the page opens at. */
  eventId: id,
  /** Who did it. */
  actor: eventActorShape,
  /** The beginning of what was said; null where it is gone. Never told outside of the web. */
  excerpt: z.string().nullable(),
  /** Of what could not be posted, why not. */
  problem: z.string().optional(),
  createdAt: time,
  readAt: time.optional(),
  deliveries: z.array(notificationDeliveryShape),
})

export const notificationsQuery = pageQuery.extend({
  show: z.enum(['unread', 'all']).default('all'),
})

export const notificationsShape = z.object({
  items: z.array(notificationShape),
  next: z.string().optional(),
  /** The one count of what is unread, for badge, inbox and title: a discussion with several counts once. */
  unread: z.int(),
})

/** `threadId` or `sessionId`: only those; neither: all. */
export const readAllInput = z.strictObject({ threadId: id.optional(), sessionId: id.optional() })

export const unreadShape = z.object({ unread: z.int() })

export const notificationChangedShape = z.object({ notification: notificationShape, unread: z.int() })

/**
 * What an entry of somebody's own log says, `notification.created` or `notification.changed`. Without a notification:
 * several changed at once, or it is gone; the list says how they are now.
 */
export const notificationNewsShape = z.object({
  notification: notificationShape.optional(),
  unread: z.int(),
})

export type NotificationNewsJson = z.infer<typeof notificationNewsShape>
export type NotificationJson = z.infer<typeof notificationShape>
export type NotificationsJson = z.infer<typeof notificationsShape>
export type OutsideDeliveryJson = z.infer<typeof outsideDeliveryShape>
export type NotificationDeliveryJson = z.infer<typeof notificationDeliveryShape>
