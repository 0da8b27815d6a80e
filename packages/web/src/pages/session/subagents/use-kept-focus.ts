// Buttons of a row go away when its sub-agent ends. Whoever had the focus on one of them goes on from the row's first way.

import { type FocusEvent, useEffect, useRef } from 'react'

export function useKeptFocus(isLive: boolean) {
  const row = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  const focus = () =>
    row.current?.querySelector<HTMLElement>('[data-acts] :is(a, button)')?.focus({ preventScroll: true })
  useEffect(() => {
    // Whoever went elsewhere stays there.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLive && isInside.current && isLost) focus()
  }, [isLive])
  return {
    row,
    focus,
    tellFocus() {
      isInside.current = true
    },
    /** What is taken away tells nobody where the focus went. */
    tellBlur({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget !== null) isInside.current = currentTarget.contains(relatedTarget)
    },
  }
}
