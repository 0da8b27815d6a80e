// Keeps the reader where they read. At the end, new text keeps them at the end; anywhere else the list itself holds what
// is in sight while rows above it come, go or change their height.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { watchReader } from './real-reader.ts'

const nearEndPx = 48
/** Positions are fractions of a pixel on many screens. */
const endPx = 1
const nearEdgePx = 800
/** What moves so soon after the reader did something is their doing. */
const pulledForMs = 300
/** Unless the reader does something, what moves so soon after they were brought to the end is the list. */
const settlesForMs = 1_000

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
  const last = useRef({ top: 0, height: 0 })
  /** When the reader last did anything, and when they were last brought to the end. */
  const actedAt = useRef(Number.NEGATIVE_INFINITY)
  const broughtAt = useRef(input.startsAtEnd ? performance.now() : Number.NEGATIVE_INFINITY)
  const [isAtEnd, setAtEnd] = useState(input.startsAtEnd)
  const latest = useRef(input)
  latest.current = input

  /** `isToldLater`: the browser has not told of a scroll yet, and may still do so. */
  const isLeaving = useCallback((view: HTMLElement, isToldLater: boolean) => {
    const left = leftIn(view)
    if (left <= endPx || last.current.top - view.scrollTop <= endPx) return false
    const now = performance.now()
    // Slowly, too: pulled back with each drawing one would never get away.
    if (now - actedAt.current < pulledForMs) return true
    // Without another height it was nothing of the list: somebody or something scrolled.
    if (view.scrollHeight === last.current.height) return isToldLater || left >= nearEndPx
    // Rows that come into sight at the end get their height, and the list corrects itself by it.
    const isSettling = now - broughtAt.current < settlesForMs && actedAt.current < broughtAt.current
    return !isToldLater && !isSettling && left >= nearEndPx
  }, [])

  const hold = useCallback(() => {
    const view = scroller.current
    // A scroll is told only with the next drawing; what is drawn before must not undo it.
    if (!view || !atEnd.current || isLeaving(view, true)) return
    view.scrollTop = view.scrollHeight
    last.current = { top: view.scrollTop, height: view.scrollHeight }
  }, [isLeaving])

  // After every drawing, before anyone sees it.
  useLayoutEffect(hold)

  const look = useCallback(() => {
    const view = scroller.current
    if (!view) return
    const left = leftIn(view)
    // What grows at the end moves nobody away from it; only going up does. Who went up a little is not drawn back before
    // they come down again.
    const hasComeDown = left <= endPx || (left < nearEndPx && view.scrollTop > last.current.top)
    atEnd.current = !isLeaving(view, false) && (atEnd.current || hasComeDown)
    last.current = { top: view.scrollTop, height: view.scrollHeight }
    setAtEnd(atEnd.current)
    const { isWhole, onNear } = latest.current
    if (isWhole && view.scrollTop < nearEdgePx) onNear('start')
    if (left < nearEdgePx) onNear('end')
  }, [isLeaving])

  useEffect(() => {
    const view = scroller.current
    if (!view) return
    const sizes = new ResizeObserver(hold)
    sizes.observe(view)
    // The list tells of a new height before it has it; what stands in the window is told when it does.
    if (view.firstElementChild) sizes.observe(view.firstElementChild)
    view.addEventListener('scroll', look, { passive: true })
    const leave = watchReader(view, () => {
      actedAt.current = performance.now()
    })
    return () => {
      sizes.disconnect()
      view.removeEventListener('scroll', look)
      leave()
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
    broughtAt.current = performance.now()
    set(true)
    hold()
  }, [set, hold])
  const leaveEnd = useCallback(() => set(false), [set])

  return { scroller, isAtEnd, toEnd, leaveEnd, hold }
}

function leftIn({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight
}
