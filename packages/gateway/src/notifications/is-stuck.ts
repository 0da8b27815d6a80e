// Whether something in the outbox needs somebody: it was given up or refused for good, nobody can say whether it is there, or
// there is no place for it. Pure.

import type { Delivery } from '../delivery/delivery.ts'

export function isStuck({ state, reason }: Pick<Delivery, 'state' | 'reason'>): boolean {
  const isHeld = state === 'waiting' && reason === 'held'
  return isHeld || state === 'gave_up' || state === 'rejected' || state === 'unknown'
}
