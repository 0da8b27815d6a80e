// A dialog about one row of a list. When it closes, the focus goes back to the row's button, or, if the row is gone or
// has no button any more, to the list itself.

import { type RefObject, useRef, useState } from 'react'
import { useFocusReturn } from './dialog.tsx'

export interface RowDialog<T> {
  asked: T | null
  ask(row: T): void
  close(): void
  /** For the element around the rows, which needs tabIndex -1. Each row carries its id as data-row. */
  list: RefObject<HTMLDivElement | null>
}

export function useRowDialog<T>(idOf: (row: T) => string): RowDialog<T> {
  const [asked, setAsked] = useState<T | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const last = useRef('')
  useFocusReturn(asked !== null, () => rowButton(list.current, last.current) ?? list.current)
  return {
    asked,
    list,
    ask(row) {
      last.current = idOf(row)
      setAsked(row)
    },
    close: () => setAsked(null),
  }
}

function rowButton(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`) ?? null
}
