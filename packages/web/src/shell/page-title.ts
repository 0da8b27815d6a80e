// The window's title: the page, then the place. Read by people with many tabs, and first of all by screen readers.

import { useEffect } from 'react'
import { useRead } from '../api/use-read.ts'
import { strings } from '../strings.ts'

export function useTeamName(): string {
  const { data } = useRead('about', {})
  return data?.name ?? strings.app.name
}

export function usePageTitle(title: string): void {
  const team = useTeamName()
  useEffect(() => {
    document.title = title === team ? team : strings.app.windowTitle(title, team)
  }, [title, team])
}
