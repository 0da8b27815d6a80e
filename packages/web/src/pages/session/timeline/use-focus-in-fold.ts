// A row may go into the fold of its turn while it has the focus, which then would be nowhere, and no key would lead on.
// Whoever had it there goes on from the fold.

import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { findItem, type Item } from './choose-items.ts'
import { focusWhenDrawn } from './focus-row.ts'

export function useFocusInFold(root: RefObject<HTMLElement | null>, items: readonly Item[]) {
  const row = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current: left } = row
    if (left === null || left.isConnected) return
    row.current = null
    // Whoever went elsewhere stays there.
    const isLost = document.activeElement === null || document.activeElement === document.body
    const fold = items[findItem(items, left.dataset.row ?? '')]
    if (isLost && fold) focusWhenDrawn(root, fold.place, () => {})
  }, [items, root])
  return {
    tellFocus({ target }: FocusEvent) {
      row.current = target.closest('article')
    },
    /** What is taken away tells nobody where the focus went. */
    tellBlur({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) row.current = null
    },
  }
}
