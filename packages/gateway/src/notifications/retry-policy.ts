// How what is told outside of the web is tried again (NTF3). Its message in the outbox carries it along, and to open a direct
// conversation is tried by it too: together they are the tries of one notification.

import { limits } from '@heddle/contract'
import type { RetryPolicy } from '../delivery/delivery.ts'

export const retryPolicy: RetryPolicy = {
  attemptsMax: limits.notifyAttemptsMax,
  firstMs: limits.notifyBackoffFirstMs,
  maxMs: limits.notifyBackoffMaxMs,
  leastShare: 0.5,
}

/** Counted from the first try, whatever was tried. */
export function expiryOf(triedAt: number): number {
  return triedAt + limits.notifyExpiresMs
}
