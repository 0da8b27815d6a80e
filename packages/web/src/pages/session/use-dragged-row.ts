// Moves a row of the queue with a mouse, a pen or a finger. By keyboard the same is done with the buttons of the row.

import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { chooseDropPlace } from './choose-drop-place.ts'

export interface DraggedRow {
  messageId: string
  from: number
  to: number
  /** How far it was pulled. */
  by: number
}

export interface Handle {
  onPointerDown(event: PointerEvent): void
  onPointerMove(event: PointerEvent): void
  onPointerUp(event: PointerEvent): void
  onPointerCancel(): void
}

export function useDraggedRow(
  list: RefObject<HTMLElement | null>,
  onMove: (messageId: string, to: number) => void,
): { dragged: DraggedRow | null; handleOf(messageId: string, place: number): Handle } {
  const [dragged, setDragged] = useState<DraggedRow | null>(null)
  const begun = useRef({ at: 0, scrolled: 0, middle: 0 })

  const rowsNow = () => [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
  const handleOf = (messageId: string, from: number): Handle => ({
    onPointerDown(event) {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      const row = rowsNow()[from]
      if (row === undefined || !list.current) return
      const { scrollTop: scrolled } = list.current
      begun.current = { at: event.clientY, scrolled, middle: (row.top + row.bottom) / 2 }
      setDragged({ messageId, from, to: from, by: 0 })
    },
    onPointerMove(event) {
      if (dragged?.messageId !== messageId || !list.current) return
      scrollNear(list.current, event.clientY)
      const pulled = event.clientY - begun.current.at
      const by = pulled + list.current.scrollTop - begun.current.scrolled
      // Not by the row's own box, which is still drawn where the last movement left it.
      setDragged({ messageId, from, by, to: chooseDropPlace(rowsNow(), from, begun.current.middle + pulled) })
    },
    onPointerUp() {
      if (dragged?.messageId === messageId && dragged.to !== from) onMove(messageId, dragged.to)
      setDragged(null)
    },
    onPointerCancel: () => setDragged(null),
  })
  return { dragged, handleOf }
}

const edge = 24

/** A long queue scrolls on while one pulls at its edge. */
function scrollNear(list: HTMLElement, at: number): void {
  const { top, bottom } = list.getBoundingClientRect()
  if (at < top + edge) list.scrollTop -= edge / 2
  if (at > bottom - edge) list.scrollTop += edge / 2
}
