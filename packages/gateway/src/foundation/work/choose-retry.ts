// When to try failed work again: doubling waits with full jitter, then giving up.

import { limits } from '@heddle/contract'

export type RetryChoice = { kind: 'retry'; waitMs: number } | { kind: 'give_up'; reason: 'attempts_used_up' }

export function chooseRetry(failure: { attempts: number; attemptsMax: number; chance: number }): RetryChoice {
  if (failure.attempts >= failure.attemptsMax) return { kind: 'give_up', reason: 'attempts_used_up' }
  const ceilingMs = Math.min(limits.workBackoffMaxMs, limits.workBackoffFirstMs * 2 ** (failure.attempts - 1))
  // At least half of the ceiling: a jitter that may be zero would hammer what just failed.
  return { kind: 'retry', waitMs: Math.round(ceilingMs * (0.5 + failure.chance / 2)) }
}
