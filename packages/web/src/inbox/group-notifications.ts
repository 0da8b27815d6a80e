// One row for each discussion, which grows, and one for everything else that one was told. Pure. Where the newest of a
// discussion stands, its row stands.

import type { NotificationJson } from '@heddle/contract'

export interface InboxGroup {
  /** Stays while the row grows. */
  key: string
  /** The newest: it says what the row is about, and the row leads there. */
  first: NotificationJson
  /** Those before it, newest first. */
  earlier: readonly NotificationJson[]
  isUnread: boolean
  unreadCount: number
}

export function groupNotifications(items: readonly NotificationJson[]): InboxGroup[] {
  const groups = Map.groupBy(items, ({ id, threadId }) => threadId ?? id)
  return [...groups].flatMap(([key, [first, ...earlier]]) => {
    if (first === undefined) return []
    const unreadCount = [first, ...earlier].filter(({ readAt }) => readAt === undefined).length
    return [{ key, first, earlier, isUnread: unreadCount > 0, unreadCount }]
  })
}

/** What to mark so that the whole row is read: with it goes what came before it. */
export function newestUnread({ first, earlier }: InboxGroup): NotificationJson | undefined {
  return [first, ...earlier].find(({ readAt }) => readAt === undefined)
}
