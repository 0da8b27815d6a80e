// Keeps every part of the inbox that was read up to date with one's own log. What was heard while an answer was on its
// way is applied to it once more.

import type { NotificationJson } from '@heddle/contract'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '../live/live-context.tsx'
import { applyTo, heldInInbox, inboxKey, useApplyToInbox } from './apply-to-inbox.ts'
import { useInbox } from './inbox-context.tsx'
import { mayBeRead, type PersonNews, readPersonFrame } from './read-person-frame.ts'

/** Reading on tells several times in a row. */
const againAfterMs = 250

export function useFreshInbox(personId: string, tell: (notification: NotificationJson) => void): void {
  const queries = useQueryClient()
  const live = useLive()
  const { heard } = useInbox()
  const apply = useApplyToInbox()
  /** When each answer was asked for that is on its way. */
  const asked = useRef(new WeakMap<Query, number>())
  const told = useRef(tell)
  told.current = tell

  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return
        const { query, action } = event
        if (query.queryKey[0] !== inboxKey[0] || query.queryKey[1] !== inboxKey[1]) return
        if (action.type === 'fetch') asked.current.set(query, Date.now())
        if (action.type !== 'success' || action.manual) return
        const since = asked.current.get(query) ?? Date.now()
        const changes = heard.current.filter(({ at }) => at >= since).map(({ change }) => change)
        if (changes.length > 0) applyTo(queries, query, changes)
      }),
    [queries, heard],
  )

  useEffect(() => {
    let newest: number | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey: inboxKey }), againAfterMs)
    }
    const take = (news: PersonNews) => {
      if (news.kind === 'read') {
        if (mayBeRead(heldInInbox(queries), news)) readAgain()
        return
      }
      if (news.kind === 'several') {
        apply({ kind: 'count', unread: news.unread })
        return readAgain()
      }
      const { notification, unread, isNew } = news
      apply({ kind: 'one', notification, unread })
      if (isNew) told.current(notification)
    }
    const drop = live.follow(`u:${personId}`, {
      hear(frame) {
        if (frame.type !== 'snap' && frame.type !== 'ev') return
        // Somebody else on the page may have asked for all of it again.
        const isKnown = newest !== undefined && frame.seq <= newest
        const isMissed = newest !== undefined && frame.type === 'snap' && frame.seq > newest
        if (!isKnown) newest = frame.seq
        if (isMissed) readAgain()
        const news = isKnown ? undefined : readPersonFrame(frame)
        if (news) take(news)
      },
      after: () => newest,
      // Then the inbox is as fresh as it was read.
      refused: () => {},
    })
    return () => {
      clearTimeout(timer)
      drop()
    }
  }, [queries, live, personId, apply])
}
