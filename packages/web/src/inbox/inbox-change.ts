// What changes an inbox that was read, and how. Pure: pages in, pages out. Whatever was read by now stays so only where
// the server says it; a change carries the one count with it.

import type { NotificationJson, NotificationsJson } from '@heddle/contract'

export type InboxChange =
  | { kind: 'one'; notification: NotificationJson; unread: number }
  /** The same, for it and for what came before it in its discussion. */
  | { kind: 'read'; notification: NotificationJson; unread: number }
  | { kind: 'all read'; at: string }
  /** Of which ones is not known yet. */
  | { kind: 'count'; unread: number }

export type Show = 'unread' | 'all'

export function changeInbox(
  pages: readonly NotificationsJson[],
  show: Show,
  change: InboxChange,
): NotificationsJson[] {
  if (change.kind === 'all read') return pages.map((page) => readAll(page, show, change.at))
  if (change.kind === 'count') return pages.map((page) => ({ ...page, unread: change.unread }))
  const { notification } = change
  const counted = pages.map((page) => ({ ...page, unread: change.unread }))
  // Nothing is left: then nothing that is held here is.
  if (change.unread === 0 && notification.readAt !== undefined) {
    const { readAt } = notification
    return placeOne(counted, show, notification).map((page) => readAll(page, show, readAt))
  }
  const placed = placeOne(counted, show, notification)
  return change.kind === 'read' ? placed.map((page) => readBefore(page, show, notification)) : placed
}

function readAll(page: NotificationsJson, show: Show, at: string): NotificationsJson {
  const items = page.items.map((item) => ({ ...item, readAt: item.readAt ?? at }))
  return { ...page, unread: 0, items: show === 'unread' ? [] : items }
}

function readBefore(page: NotificationsJson, show: Show, last: NotificationJson): NotificationsJson {
  const { readAt, threadId } = last
  if (readAt === undefined || threadId === undefined) return page
  const isBefore = (item: NotificationJson) =>
    item.threadId === threadId && item.readAt === undefined && item.createdAt <= last.createdAt
  const items =
    show === 'unread'
      ? page.items.filter((item) => !isBefore(item))
      : page.items.map((item) => (isBefore(item) ? { ...item, readAt } : item))
  return { ...page, items }
}

function placeOne(
  pages: readonly NotificationsJson[],
  show: Show,
  notification: NotificationJson,
): NotificationsJson[] {
  const isShown = show === 'all' || notification.readAt === undefined
  const isKnown = pages.some(({ items }) => items.some(({ id }) => id === notification.id))
  if (isKnown)
    return pages.map((page) => ({
      ...page,
      items: page.items.flatMap((item) =>
        item.id === notification.id ? (isShown ? [notification] : []) : [item],
      ),
    }))
  if (!isShown) return [...pages]
  // The first page whose last is older takes it; behind the last one only where there is nothing more to be read.
  const at = pages.findIndex(({ items, next }) => {
    const last = items.at(-1)
    return next === undefined || (last !== undefined && isNewer(notification, last))
  })
  return pages.map((page, index) =>
    index === at ? { ...page, items: [...page.items, notification].toSorted(newestFirst) } : page,
  )
}

function isNewer(a: NotificationJson, b: NotificationJson): boolean {
  return newestFirst(a, b) < 0
}

/** As the server sorts; ids grow with time. */
function newestFirst(a: NotificationJson, b: NotificationJson): number {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1
  return a.id > b.id ? -1 : a.id < b.id ? 1 : 0
}
