// How many sessions wait for whoever is signed in: on the rail and in the window's title.

import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { useRoute } from 'wouter'
import { useList } from '../api/use-read.ts'
import { useFormat } from '../format/format-context.tsx'
import { chooseOffers } from '../me/choose-offers.ts'
import { useMe } from '../me/me-context.tsx'
import { isNeeding } from '../pages/sessions/choose-reason.ts'
import { needsQuery } from '../pages/sessions/list-queries.ts'
import { strings } from '../strings.ts'
import { isPageSeen, watchPageSeen } from './page-visibility.ts'

/** Written as it is shown; empty when nothing waits. */
const UnreadContext = createContext('')

export function UnreadProvider({ children }: { children: ReactNode }) {
  const { sessions: mayDecide } = chooseOffers(useMe().role)
  const format = useFormat()
  const openId = useSessionInSight()
  const { items, hasNextPage } = useList('listSessions', needsQuery({}))
  const count = items.filter((session) => isNeeding(session, openId, mayDecide)).length
  const written = count === 0 ? '' : format.count(count)
  return (
    <UnreadContext value={hasNextPage && count > 0 ? strings.shell.nav.atLeast(written) : written}>
      {children}
    </UnreadContext>
  )
}

export function useUnread(): string {
  return use(UnreadContext)
}

/** The session that one has before one's eyes; in another tab one sees nothing of it. */
export function useSessionInSight(): string | undefined {
  const [isOpen, params] = useRoute('/sessions/:id')
  const isSeen = useSyncExternalStore(watchPageSeen, isPageSeen)
  return isOpen && isSeen ? params.id : undefined
}
