// Keeps the reader where they read. At the end, new text keeps them at the end; anywhere else the article at the top of
// the window stays where it is, whatever grows or comes in above or below it.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const nearEndPx = 48
const nearStartPx = 600

interface Anchor {
  element: Element
  top: number
}

export function useReadingPosition(onNearStart: () => void): {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  toEnd(): void
} {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor | null>(null)
  const atEnd = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const nearStart = useRef(onNearStart)
  nearStart.current = onNearStart

  const hold = useCallback(() => {
    const view = scroller.current
    if (!view) return
    if (atEnd.current) view.scrollTop = view.scrollHeight
    else if (anchor.current?.element.isConnected) {
      const moved = topOf(anchor.current.element, view) - anchor.current.top
      if (Math.abs(moved) >= 1) view.scrollTop += moved
    }
    anchor.current = findAnchor(view)
  }, [])

  // After every drawing, before anyone sees it.
  useLayoutEffect(hold)

  useEffect(() => {
    const view = scroller.current
    const inside = content.current
    if (!view || !inside) return
    const look = () => {
      atEnd.current = view.scrollHeight - view.scrollTop - view.clientHeight < nearEndPx
      setAtEnd(atEnd.current)
      anchor.current = findAnchor(view)
      if (view.scrollTop < nearStartPx) nearStart.current()
    }
    // Fonts, folds and the composer change heights without a drawing of the timeline.
    const sizes = new ResizeObserver(hold)
    sizes.observe(view)
    sizes.observe(inside)
    view.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      view.removeEventListener('scroll', look)
    }
  }, [hold])

  const toEnd = useCallback(() => {
    atEnd.current = true
    setAtEnd(true)
    hold()
  }, [hold])

  return { scroller, content, isAtEnd, toEnd }
}

function findAnchor(view: Element): Anchor | null {
  for (const element of view.querySelectorAll('article')) {
    const top = topOf(element, view)
    if (top + element.clientHeight > 0) return { element, top }
  }
  return null
}

function topOf(element: Element, view: Element): number {
  return element.getBoundingClientRect().top - view.getBoundingClientRect().top
}
