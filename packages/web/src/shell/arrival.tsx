// Moves the focus to a page's heading when one comes to it from another page, so that a screen reader reads the new
// page and not the old link. On the first page the browser's own start is right.

import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

const ArrivalContext = createContext<RefObject<boolean>>({ current: false })

export function ArrivalProvider({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const first = useRef(path)
  const hasMoved = useRef(false)
  if (path !== first.current) hasMoved.current = true
  return <ArrivalContext value={hasMoved}>{children}</ArrivalContext>
}

export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const hasMoved = use(ArrivalContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!hasMoved.current) return
    window.scrollTo(0, 0)
    // A form that begins in its first field knows better.
    if (document.activeElement instanceof HTMLInputElement) return
    heading.current?.focus({ preventScroll: true })
  }, [hasMoved])
  return heading
}
