// The window's title: how many sessions wait, the page, then the place. Read by people with many tabs, and first of all
// by screen readers.

import { useEffect } from 'react'
import { useRead } from '../api/use-read.ts'
import { strings } from '../strings.ts'
import { useUnread } from './unread.tsx'

export function useTeamName(): string {
  const { data } = useRead('about', {})
  return data?.name ?? strings.app.name
}

export function usePageTitle(title: string): void {
  const team = useTeamName()
  const unread = useUnread()
  useEffect(() => {
    const named = title === team ? team : strings.app.windowTitle(title, team)
    document.title = unread === '' ? named : strings.shell.nav.titleWith(unread, named)
  }, [title, team, unread])
}
