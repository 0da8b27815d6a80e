// The routes of notifications and of search.

import * as notification from './notification-shapes.ts'
import type { Route } from './route.ts'
import * as search from './search-shapes.ts'
import { pageOf, pageQuery } from './shapes.ts'

export const notificationRoutes = {
  listNotifications: {
    method: 'GET',
    path: '/notifications',
    action: 'notification.read',
    status: 200,
    query: notification.notificationsQuery,
    answer: notification.notificationsShape,
    summary:
      'What you were told, across all sessions, newest first, with how far it has come on each channel.',
  },
  listNotificationDeliveries: {
    method: 'GET',
    path: '/notifications/deliveries',
    action: 'notification.oversee',
    status: 200,
    query: pageQuery,
    answer: pageOf(notification.outsideDeliveryShape),
    summary:
      'For admins: whom notifications were to reach outside of the web, and what became of each; newest first.',
  },
  readNotification: {
    method: 'POST',
    path: '/notifications/{id}/read',
    action: 'notification.change',
    status: 200,
    answer: notification.notificationChangedShape,
    summary: 'Mark one as read, and with it those of the same discussion before it.',
  },
  unreadNotification: {
    method: 'POST',
    path: '/notifications/{id}/unread',
    action: 'notification.change',
    status: 200,
    answer: notification.notificationChangedShape,
    summary: 'Mark one as unread again.',
  },
  readAllNotifications: {
    method: 'POST',
    path: '/notifications/read-all',
    action: 'notification.change',
    status: 200,
    body: notification.readAllInput,
    answer: notification.unreadShape,
    summary: 'Mark all as read, or those of one discussion or session.',
  },
  search: {
    method: 'GET',
    path: '/search',
    action: 'search.read',
    status: 200,
    query: search.searchQuery,
    answer: search.searchShape,
    summary: 'Find what was said or done, in messages, tools and threads that you may see.',
  },
} as const satisfies Record<string, Route>
