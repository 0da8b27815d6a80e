// How broad the window is, for the few things that style sheets cannot say.

import { useSyncExternalStore } from 'react'
import type { Breadth } from './choose-layout.ts'

const phone = '(max-width: 640px)'
const tablet = '(max-width: 1099px)'

export function useIsPhone(): boolean {
  return useBreadth() === 'phone'
}

export function useBreadth(): Breadth {
  return useSyncExternalStore(subscribe, readBreadth)
}

function readBreadth(): Breadth {
  if (window.matchMedia(phone).matches) return 'phone'
  return window.matchMedia(tablet).matches ? 'tablet' : 'desk'
}

function subscribe(listener: () => void): () => void {
  const lists = [phone, tablet].map((query) => window.matchMedia(query))
  for (const list of lists) list.addEventListener('change', listener)
  return () => {
    for (const list of lists) list.removeEventListener('change', listener)
  }
}
