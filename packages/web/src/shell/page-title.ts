// The window's title: how much is unread in the inbox, the page, then the place. Without an inbox, how many sessions
// wait. Read by people with many tabs, and first of all by screen readers.

import { useEffect } from 'react'
import { useRead } from '../api/use-read.ts'
import { useInbox } from '../inbox/inbox-context.tsx'
import { strings } from '../strings.ts'
import { useUnread } from './unread.tsx'

export function useTeamName(): string {
  const { data } = useRead('about', {})
  return data?.name ?? strings.app.name
}

export function usePageTitle(title: string): void {
  const team = useTeamName()
  const sessions = useUnread()
  const { isOn, written } = useInbox()
  const unread = isOn === false ? sessions : written
  useEffect(() => {
    const named = title === team ? team : strings.app.windowTitle(title, team)
    document.title = unread === '' ? named : strings.shell.nav.titleWith(unread, named)
  }, [title, team, unread])
}
