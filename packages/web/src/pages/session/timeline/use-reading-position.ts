// Keeps the reader where they read. At the end, new text keeps them at the end; anywhere else the list itself holds what
// is in sight while rows above it come, go or change their height. The browser tells of a scroll only with the next
// frame, and a text that streams is drawn more often than that: so nothing is held while the reader pulls, or each small
// step up would be undone before it is known. If they have not gone anywhere, it is caught up with when they let go.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { chooseAtEnd } from './choose-at-end.ts'
import { measureGoneUp, measurePlace, type Place } from './measure-place.ts'
import { type WatchedReader, watchReader } from './watch-reader.ts'

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
  const last = useRef<Place>(null)
  const toldTop = useRef(0)
  const reader = useRef<WatchedReader>(null)
  const [isAtEnd, setAtEnd] = useState(input.startsAtEnd)
  const latest = useRef(input)
  latest.current = input

  const hold = useCallback(() => {
    const view = scroller.current
    if (!view || !atEnd.current || reader.current?.isPulling()) return
    view.scrollTop = view.scrollHeight
    last.current = measurePlace(view)
  }, [])

  // After every drawing, before anyone sees it.
  useLayoutEffect(hold)

  const look = useCallback(() => {
    const view = scroller.current
    if (!view) return
    const now = measurePlace(view)
    const before = last.current ?? now
    const wasAtEnd = atEnd.current
    const isPulling = reader.current?.isPulling() ?? false
    const goneUpPx = measureGoneUp(before, now)
    atEnd.current = chooseAtEnd({
      wasAtEnd,
      isPulling,
      goneUpPx,
      belowPx: now.below,
      hasOtherHeight: now.height !== before.height,
      isHigherUp: now.top < toldTop.current,
    })
    toldTop.current = now.top
    // A slow pull comes in parts of a pixel; it is judged from where it began. The list may go down by itself meanwhile.
    const isSlow = isPulling && wasAtEnd && atEnd.current && goneUpPx > 0
    if (!isSlow) last.current = now
    setAtEnd(atEnd.current)
    const { isWhole, onNear } = latest.current
    if (isWhole && now.top < nearEdgePx) onNear('start')
    if (now.below < nearEdgePx) onNear('end')
  }, [])

  useEffect(() => {
    const view = scroller.current
    if (!view) return
    const sizes = new ResizeObserver(hold)
    sizes.observe(view)
    // The list tells of a new height before it has it; what stands in the window is told when it does.
    if (view.firstElementChild) sizes.observe(view.firstElementChild)
    const hear = (event: Event) => {
      if (event.isTrusted) look()
    }
    view.addEventListener('scroll', hear, { passive: true })
    const watched = watchReader(view, hold)
    reader.current = watched
    return () => {
      sizes.disconnect()
      watched.stop()
      view.removeEventListener('scroll', hear)
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
    reader.current?.rest()
    set(true)
    hold()
  }, [set, hold])
  const leaveEnd = useCallback(() => set(false), [set])

  return { scroller, isAtEnd, toEnd, leaveEnd, hold }
}
