// Keeps the reader where they read. At the end, new text keeps them at the end; anywhere else the list itself holds what
// is in sight while rows above it come, go or change their height.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const nearEndPx = 48
const nearEdgePx = 800

export interface ReadingPosition {
  scroller: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  toEnd(): void
  /** Something was reached that is not the end: new text must not draw the reader there. */
  leaveEnd(): void
  /** After a height changed. */
  hold(): void
}

export function useReadingPosition(input: {
  startsAtEnd: boolean
  /** False while rows before the first are known and still to be drawn. */
  isWhole: boolean
  onNear(edge: 'start' | 'end'): void
}): ReadingPosition {
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useRef(input.startsAtEnd)
  const lastTop = useRef(0)
  const [isAtEnd, setAtEnd] = useState(input.startsAtEnd)
  const latest = useRef(input)
  latest.current = input

  const hold = useCallback(() => {
    const view = scroller.current
    if (view && atEnd.current) view.scrollTop = view.scrollHeight
  }, [])

  // After every drawing, before anyone sees it.
  useLayoutEffect(hold)

  const look = useCallback(() => {
    const view = scroller.current
    if (!view) return
    const left = view.scrollHeight - view.scrollTop - view.clientHeight
    // What grows at the end moves nobody away from it; only going up does.
    atEnd.current = left < nearEndPx || (atEnd.current && view.scrollTop >= lastTop.current)
    lastTop.current = view.scrollTop
    setAtEnd(atEnd.current)
    const { isWhole, onNear } = latest.current
    if (isWhole && view.scrollTop < nearEdgePx) onNear('start')
    if (left < nearEdgePx) onNear('end')
  }, [])

  useEffect(() => {
    const view = scroller.current
    if (!view) return
    const sizes = new ResizeObserver(hold)
    sizes.observe(view)
    // The list tells of a new height before it has it; what stands in the window is told when it does.
    if (view.firstElementChild) sizes.observe(view.firstElementChild)
    view.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      view.removeEventListener('scroll', look)
    }
  }, [hold, look])

  useEffect(() => {
    if (input.isWhole) look()
  }, [input.isWhole, look])

  const set = useCallback((isThere: boolean) => {
    atEnd.current = isThere
    setAtEnd(isThere)
  }, [])
  const toEnd = useCallback(() => {
    set(true)
    hold()
  }, [set, hold])
  const leaveEnd = useCallback(() => set(false), [set])

  return { scroller, isAtEnd, toEnd, leaveEnd, hold }
}
