// Reads how much is unread and keeps that fresh, on every page; says what comes, in the status region and, if nobody
// looks, by the browser.

import type { NotificationJson, NotificationsJson } from '@heddle/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useList, useRead } from '../api/use-read.ts'
import { useLive } from '../live/live-context.tsx'
import { after } from '../live/real-after.ts'
import { useMe } from '../me/me-context.tsx'
import { inboxPath } from '../shell/destinations.ts'
import { useAnnounce, useSpokenFor } from '../shell/status-region.tsx'
import { useSessionInSight } from '../shell/unread.tsx'
import { unreadQuery } from './apply-to-inbox.ts'
import { isFresh, isSaidHere, sayNews, sayWhat, titleOf } from './choose-news.ts'
import { createNewsTeller } from './news-teller.ts'
import { pathOf } from './path-of.ts'
import { holdSight } from './real-sight.ts'
import { useFreshInbox } from './use-fresh-inbox.ts'
import { useNotices } from './use-notices.ts'
import { useVisited } from './use-visited.ts'

export function InboxWatch({ onCount }: { onCount(unread: number): void }) {
  const me = useMe()
  const { data, items } = useList('listNotifications', unreadQuery)
  // The type of a list's page does not know what else an answer holds.
  const first = data?.pages[0] as Pick<NotificationsJson, 'unread'> | undefined
  useEffect(() => {
    if (first) onCount(first.unread)
  }, [first, onCount])
  useFreshInbox(me.id, useNews())
  useVisited(items)
  useEffect(() => holdSight(), [])
  return null
}

function useNews(): (notification: NotificationJson) => void {
  const live = useLive()
  const announce = useAnnounce()
  const { speakFor } = useSpokenFor()
  const notices = useNotices()
  const agents = useRead('listAgents', {}).data?.items
  const inSight = useSessionInSight()
  const [path, navigate] = useLocation()
  const now = useRef({ announce, agents, inSight, path, navigate })
  now.current = { announce, agents, inSight, path, navigate }
  const [tellAll] = useState(() =>
    createNewsTeller<NotificationJson>({
      // On the page of the inbox it is seen as it comes.
      say: (news) => {
        const { announce, agents, path } = now.current
        announce(sayNews(news, agents), path !== inboxPath)
      },
      now: Date.now,
      after,
    }),
  )
  return (notification) => {
    if (!isFresh(notification, live.serverNow())) return
    if (isSaidHere(notification, now.current.inSight)) {
      speakFor(notification.sourceEventId)
      tellAll(notification)
    }
    notices.show({
      id: notification.id,
      title: sayWhat(notification, now.current.agents),
      body: titleOf(notification),
      path: pathOf(notification),
      go: (to) => now.current.navigate(to),
    })
  }
}
