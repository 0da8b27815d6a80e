// Keeps every part of the inbox that was read up to date with one's own log. What was heard while an answer was on its
// way is applied to it once more.

import type { NotificationJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { watchAnswers } from '../api/watch-answers.ts'
import { useLive } from '../live/live-context.tsx'
import { applyTo, heldInInbox, inboxKey, useApplyToInbox } from './apply-to-inbox.ts'
import { createInboxFollower } from './follow-inbox.ts'
import { useInbox } from './inbox-context.tsx'

/** Reading on tells several times in a row. */
const againAfterMs = 250

export function useFreshInbox(personId: string, tell: (notification: NotificationJson) => void): void {
  const queries = useQueryClient()
  const live = useLive()
  const { heard } = useInbox()
  const apply = useApplyToInbox()
  const told = useRef(tell)
  told.current = tell

  useEffect(
    () =>
      watchAnswers(queries, inboxKey, Date.now, (query, since) => {
        const changes = heard.current.filter(({ at }) => at >= since).map(({ change }) => change)
        if (changes.length > 0) applyTo(queries, query, changes)
      }),
    [queries, heard],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follower = createInboxFollower({
      apply,
      tell: (notification) => told.current(notification),
      held: () => heldInInbox(queries),
      readAgain() {
        clearTimeout(timer)
        timer = setTimeout(() => void queries.invalidateQueries({ queryKey: inboxKey }), againAfterMs)
      },
    })
    // Refused: then the inbox is as fresh as it was read.
    const drop = live.follow(`u:${personId}`, { ...follower, refused: () => {} })
    return () => {
      clearTimeout(timer)
      drop()
    }
  }, [queries, live, personId, apply])
}
