// What becomes of what could not leave because its direct conversation could not be opened. Pure.

import { limits } from '@heddle/contract'
import type { OpenedPlace } from './open-direct-place.ts'

export type OpenVerdict =
  | { kind: 'fail'; detail: string; attempts: number }
  | { kind: 'again'; detail: string; attempts: number; dueAt: number }

export function chooseOpenRetry(
  opened: Exclude<OpenedPlace, { kind: 'open' }>,
  at: { now: number; createdAt: number; attempts: number; chance: number },
): OpenVerdict {
  const { detail } = opened
  if (opened.kind === 'refused') return { kind: 'fail', detail, attempts: at.attempts + 1 }
  // To be told to wait, or to find nobody connected, is no try.
  const isTry = opened.kind === 'later' && opened.retryAfterMs === undefined
  const attempts = at.attempts + (isTry ? 1 : 0)
  if (attempts >= limits.notifyAttemptsMax || at.now - at.createdAt >= limits.notifyExpiresMs) {
    return { kind: 'fail', detail, attempts }
  }
  return { kind: 'again', detail, attempts, dueAt: at.now + waitOf(opened, attempts, at.chance) }
}

function waitOf(opened: Exclude<OpenedPlace, { kind: 'open' }>, attempts: number, chance: number): number {
  if (opened.kind === 'absent') return limits.notifyRetryLookMs
  const doubled = limits.notifyBackoffFirstMs * 2 ** Math.max(0, attempts - 1)
  const backoff = Math.min(limits.notifyBackoffMaxMs, Math.round(doubled * (0.5 + chance / 2)))
  return Math.max(backoff, Math.ceil((opened.kind === 'later' && opened.retryAfterMs) || 0))
}
