// How long something waits after it was proven not to be sent: doubling waits with full jitter, and never less than the
// platform states; or by the policy that it brought. Pure.

import { limits } from '@heddle/contract'
import type { RetryPolicy } from './delivery.ts'

/** After so many in a row a platform that states waits is not believed without doubling them. */
const believedTries = 3
/** A jitter that may be zero would hammer what just failed. */
const shortestMs = 100

export function chooseWait(failure: {
  /** With this one. */
  attempts: number
  retryAfterMs?: number | undefined
  chance: number
  retry?: RetryPolicy | undefined
}): number {
  const { attempts, retryAfterMs, chance, retry } = failure
  const isStated = retryAfterMs !== undefined && retryAfterMs > 0
  const statedMs = isStated ? Math.ceil(Math.min(retryAfterMs, limits.deliveryOldMs)) : 0
  if (retry) return Math.max(statedMs, backoffBy(retry, attempts, chance))
  if (!isStated) return backoff(attempts, chance)
  if (attempts <= believedTries) return statedMs
  return Math.max(statedMs, backoff(attempts - believedTries, chance))
}

/** Its waits are never too short, so that chance need not be held off. */
function backoffBy({ firstMs, maxMs, leastShare }: RetryPolicy, attempts: number, chance: number): number {
  const ceilingMs = Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(0, attempts - 1), 30))
  return Math.round(ceilingMs * (leastShare + (1 - leastShare) * chance))
}

function backoff(attempts: number, chance: number): number {
  const doubled = limits.deliveryBackoffFirstMs * 2 ** Math.min(attempts - 1, 30)
  const ceilingMs = Math.min(limits.deliveryBackoffMaxMs, doubled)
  return Math.max(shortestMs, Math.round(ceilingMs * chance))
}
