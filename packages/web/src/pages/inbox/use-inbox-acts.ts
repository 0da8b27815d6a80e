// Done, unread again, and all done: on the page at once, told to the server behind it, and read again if that fails.
// Several may be on their way.

import type { NotificationJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useClient } from '../../api/client-context.tsx'
import { inboxPageStrings } from '../../inbox-page-strings.ts'
import { useApplyToInbox } from '../../inbox/apply-to-inbox.ts'
import { type InboxGroup, newestUnread } from '../../inbox/group-notifications.ts'
import { useInbox } from '../../inbox/inbox-context.tsx'
import { useLive } from '../../live/live-context.tsx'
import { useToast } from '../../shell/toasts.tsx'

const words = inboxPageStrings

export interface InboxActs {
  /** With an undo. */
  done(group: InboxGroup): void
  /** The reader goes there. */
  opened(group: InboxGroup): void
  unread(group: InboxGroup): void
  allDone(): void
}

export function useInboxActs(): InboxActs {
  const client = useClient()
  const queries = useQueryClient()
  const live = useLive()
  const toast = useToast()
  const apply = useApplyToInbox()
  const { unread } = useInbox()
  const count = useRef(unread)
  count.current = unread

  return useMemo(() => {
    const failed = () => {
      toast({ text: words.failed, tone: 'bad' })
      void queries.invalidateQueries({ queryKey: ['listNotifications'] })
    }
    const now = () => new Date(live.serverNow()).toISOString()

    const markUnread = ({ id }: NotificationJson) => {
      client
        .call('unreadNotification', { path: { id } })
        .then((answer) => apply({ kind: 'one', ...answer }), failed)
    }

    const markRead = (group: InboxGroup, done: (marked: NotificationJson) => void) => {
      const newest = newestUnread(group)
      if (newest === undefined) return
      apply({
        kind: 'read',
        notification: { ...newest, readAt: now() },
        unread: Math.max(0, count.current - 1),
      })
      client.call('readNotification', { path: { id: newest.id } }).then((answer) => {
        apply({ kind: 'read', ...answer })
        done(newest)
      }, failed)
    }

    return {
      done: (group) =>
        markRead(group, (marked) => toast({ text: words.wasDone, undo: () => markUnread(marked) })),
      opened(group) {
        // What waits for one's word does so until it is settled, seen or not.
        if (group.first.reason !== 'approval') markRead(group, () => {})
      },
      unread(group) {
        if (group.isUnread) return
        const { readAt: _, ...notification } = group.first
        apply({ kind: 'one', notification, unread: count.current + 1 })
        toast({ text: words.wasAgain })
        markUnread(group.first)
      },
      allDone() {
        apply({ kind: 'all read', at: now() })
        client
          .call('readAllNotifications', { body: {} })
          .then(() => toast({ text: words.wasDoneAll }), failed)
      },
    }
  }, [client, queries, live, toast, apply])
}
