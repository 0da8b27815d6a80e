// How long something waits after it was proven not to be sent: doubling waits with full jitter, and never less than the
// platform states. Pure.

import { limits } from '@heddle/contract'

/** After so many in a row a platform that states waits is not believed without doubling them. */
const believedTries = 3
/** A jitter that may be zero would hammer what just failed. */
const shortestMs = 100

export function chooseWait(failure: {
  /** With this one. */
  attempts: number
  retryAfterMs?: number | undefined
  chance: number
}): number {
  const { attempts, retryAfterMs, chance } = failure
  if (retryAfterMs === undefined || !(retryAfterMs > 0)) return backoff(attempts, chance)
  const statedMs = Math.ceil(Math.min(retryAfterMs, limits.deliveryOldMs))
  if (attempts <= believedTries) return statedMs
  return Math.max(statedMs, backoff(attempts - believedTries, chance))
}

function backoff(attempts: number, chance: number): number {
  const doubled = limits.deliveryBackoffFirstMs * 2 ** Math.min(attempts - 1, 30)
  const ceilingMs = Math.min(limits.deliveryBackoffMaxMs, doubled)
  return Math.max(shortestMs, Math.round(ceilingMs * chance))
}
