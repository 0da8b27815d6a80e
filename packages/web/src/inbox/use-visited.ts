// Marks as read what told of the moment that the address names, once the page is in sight.

import { type NotificationJson, readAddress } from '@heddle/contract'
import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { useClient } from '../api/client-context.tsx'
import { useSessionInSight } from '../shell/unread.tsx'
import { useApplyToInbox } from './apply-to-inbox.ts'
import { chooseVisited } from './choose-visited.ts'

export function useVisited(unread: readonly NotificationJson[]): void {
  const client = useClient()
  const apply = useApplyToInbox()
  const sessionId = useSessionInSight()
  const address = readAddress(useSearch())
  const visited = sessionId === undefined ? undefined : chooseVisited(unread, { sessionId, ...address })
  const marked = useRef<string>(undefined)
  useEffect(() => {
    // Once for each: whoever marks it as unread again on that page means it.
    if (visited === undefined || marked.current === visited.id) return
    marked.current = visited.id
    client.call('readNotification', { path: { id: visited.id } }).then(
      (answer) => apply({ kind: 'read', ...answer }),
      // Then it stays unread until it is read otherwise.
      () => {},
    )
  }, [client, apply, visited])
}
