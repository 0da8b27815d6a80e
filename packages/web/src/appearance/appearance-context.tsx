// Keeps the page looking the way its reader chose, on every device they use.

import { createContext, type ReactNode, use, useEffect } from 'react'
import { useRead } from '../api/use-read.ts'
import type { Appearance, Looks } from './appearance.ts'

const AppearanceContext = createContext<Appearance | null>(null)

export function AppearanceProvider(props: { appearance: Appearance; children: ReactNode }) {
  return <AppearanceContext value={props.appearance}>{props.children}</AppearanceContext>
}

export function useAppearance(): Appearance {
  const appearance = use(AppearanceContext)
  if (!appearance)
    throw new Error('a component that changes the appearance stands outside AppearanceProvider')
  return appearance
}

/** How the reader wants pages to look; until the server has answered, as this browser remembers. */
export function usePreferences(): Looks {
  const appearance = useAppearance()
  const { data } = useRead('readPreferences', {})
  useEffect(() => {
    if (data) appearance.apply(data)
  }, [data, appearance])
  return data ?? appearance.remembered()
}
