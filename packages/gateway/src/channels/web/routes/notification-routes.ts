// What somebody was told, and what of it they have read. Where notifications are turned off, none of this is there.

import { refused } from '@heddle/contract'
import type { Notification, Notifications } from '../../../notifications/notifications.ts'
import { answer, type Register } from '../api/call.ts'
import { notificationJson, outsideDeliveryJson } from '../notification-json.ts'
import { pageJson } from '../to-json.ts'

export interface NotificationRoutesDeps {
  notifications: Pick<
    Notifications,
    'isOn' | 'list' | 'listOutside' | 'markRead' | 'markUnread' | 'markAllRead'
  >
}

export function registerNotificationRoutes(
  register: Register,
  { notifications }: NotificationRoutesDeps,
): void {
  register('listNotifications', async ({ actor, query, read }) => {
    demandOn()
    const { show, ...page } = query
    const found = await read((r) => notifications.list(r, actor, show, page))
    return answer({ ...pageJson(found, notificationJson), unread: found.unread })
  })

  register('listNotificationDeliveries', async ({ actor, query, read }) => {
    demandOn()
    return answer(
      pageJson(await read((r) => notifications.listOutside(r, actor, query)), outsideDeliveryJson),
    )
  })

  register('readNotification', async ({ actor, path, commit }) => {
    demandOn()
    return commit(async (t) => answer(changedJson(await notifications.markRead(t, actor, path.id))))
  })

  register('unreadNotification', async ({ actor, path, commit }) => {
    demandOn()
    return commit(async (t) => answer(changedJson(await notifications.markUnread(t, actor, path.id))))
  })

  register('readAllNotifications', async ({ actor, body, commit }) => {
    demandOn()
    return commit(async (t) => answer(await notifications.markAllRead(t, actor, body)))
  })

  function demandOn(): void {
    if (!notifications.isOn()) throw refused('not_found')
  }
}

function changedJson({ notification, unread }: { notification: Notification; unread: number }) {
  return { notification: notificationJson(notification), unread }
}
