// What a frame of one's own log says about the inbox. Pure.

import type { NotificationJson, ServerFrame } from '@heddle/contract'
import { notificationNews, readPlace } from './inbox.at-build.ts'

export type PersonNews =
  | { kind: 'notification'; isNew: boolean; notification: NotificationJson; unread: number }
  /** Several changed at once, or one is gone. */
  | { kind: 'several'; unread: number }
  /** Something was read there; what was told of it may be, too. */
  | { kind: 'read'; sessionId: string; threadId: string | undefined }

export function readPersonFrame(frame: ServerFrame): PersonNews | undefined {
  if (frame.type !== 'ev') return undefined
  switch (frame.kind) {
    case 'notification.created':
    case 'notification.changed': {
      const { data } = notificationNews.safeParse(frame.payload)
      if (data === undefined) return undefined
      const { notification, unread } = data
      if (notification === undefined) return { kind: 'several', unread }
      return { kind: 'notification', isNew: frame.kind === 'notification.created', notification, unread }
    }
    case 'read.changed': {
      const { data } = readPlace.safeParse(frame.payload)
      return data && { kind: 'read', sessionId: data.sessionId, threadId: data.threadId }
    }
    default:
      return undefined
  }
}

/** Whether one of these may have been read by that. */
export function mayBeRead(
  items: readonly NotificationJson[],
  { sessionId, threadId }: { sessionId: string; threadId: string | undefined },
): boolean {
  return items.some(
    (item) =>
      item.readAt === undefined &&
      item.sessionId === sessionId &&
      (threadId === undefined || item.threadId === threadId),
  )
}
