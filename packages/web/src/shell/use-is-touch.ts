// Whether one writes with a keyboard on the screen: its Enter key is the only way to a new line.

import { useSyncExternalStore } from 'react'

const touch = '(hover: none) and (pointer: coarse)'

export function useIsTouch(): boolean {
  return useSyncExternalStore(subscribe, isTouch)
}

export function isTouch(): boolean {
  return window.matchMedia(touch).matches
}

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(touch)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
