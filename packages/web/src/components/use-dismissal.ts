// Puts something away at a press, and remembers that. What had the focus goes with it, so the page's main part takes it.

import { useState } from 'react'
import { dismissalsOf } from './dismissals.ts'

export interface Dismissal {
  isDismissed: boolean
  dismiss(press: { target: Element }): void
}

export function useDismissal(name: string, lifetime: 'tab' | 'browser'): Dismissal {
  // By name, because whoever looks may change without the component going away.
  const [dismissed, setDismissed] = useState<string | null>(null)
  return {
    isDismissed: dismissed === name || dismissalsOf(lifetime).has(name),
    dismiss({ target }) {
      target.closest('main')?.focus({ preventScroll: true })
      dismissalsOf(lifetime).add(name)
      setDismissed(name)
    },
  }
}
