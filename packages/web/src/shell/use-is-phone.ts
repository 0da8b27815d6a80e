// Whether the window is as narrow as a phone, for the few things that style sheets cannot say.

import { useSyncExternalStore } from 'react'

const query = '(max-width: 640px)'

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
