// A dialog about one row of a list. When it closes, the focus goes back to the button that asked for it, or, if the row is
// gone, to where the list's focus goes then.

import { type RefObject, useRef, useState } from 'react'
import { useFocusReturn } from './dialog.tsx'
import { useRowFocus } from './row-focus.ts'

export interface RowDialog<T> {
  asked: T | null
  ask(row: T): void
  close(): void
  /** For the element around the rows, which needs tabIndex -1. Each row carries its id as data-row. */
  list: RefObject<HTMLDivElement | null>
}

export function useRowDialog<T>(idOf: (row: T) => string, heading?: () => HTMLElement | null): RowDialog<T> {
  const [asked, setAsked] = useState<T | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const focus = useRowFocus(list, heading)
  useFocusReturn(asked !== null, focus.choose)
  return {
    asked,
    list,
    ask(row) {
      focus.remember(idOf(row))
      setAsked(row)
    },
    close: () => setAsked(null),
  }
}
