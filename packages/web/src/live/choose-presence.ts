// Whether someone sits in front of the page: how long nothing was pressed, moved or scrolled, and whether it is seen at
// all. Pure. The limits are those of the product; whoever looks at another tab is not here just now.

import { limits } from '@heddle/contract'
import type { PresenceState } from './live.ts'

export function choosePresence(quietMs: number, isVisible: boolean): PresenceState {
  if (quietMs >= limits.presenceAwayMs) return 'away'
  return isVisible && quietMs < limits.presenceIdleMs ? 'active' : 'idle'
}

/** When to look again, if nobody does anything until then; undefined when nothing would change. */
export function chooseNextLookMs(quietMs: number): number | undefined {
  return [limits.presenceIdleMs, limits.presenceAwayMs].map((ms) => ms - quietMs).find((leftMs) => leftMs > 0)
}
