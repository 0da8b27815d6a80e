// What becomes of what could not leave because its direct conversation could not be opened. Pure.

import { limits } from '@heddle/contract'
import { chooseWait } from '../delivery/choose-wait.ts'
import type { OpenedPlace } from './open-direct-place.ts'
import { expiryOf, retryPolicy } from './retry-policy.ts'

export type OpenVerdict =
  | { kind: 'fail'; detail: string; attempts: number }
  | { kind: 'again'; detail: string; attempts: number; dueAt: number }

export function chooseOpenRetry(
  opened: Exclude<OpenedPlace, { kind: 'open' }>,
  at: { now: number; triedAt: number; attempts: number; chance: number },
): OpenVerdict {
  const { detail } = opened
  if (opened.kind === 'refused') return { kind: 'fail', detail, attempts: at.attempts + 1 }
  // To be told to wait, or to find nobody connected, is no try.
  const isTry = opened.kind === 'later' && opened.retryAfterMs === undefined
  const attempts = at.attempts + (isTry ? 1 : 0)
  const expiresAt = expiryOf(at.triedAt)
  if (attempts >= retryPolicy.attemptsMax || at.now >= expiresAt) return { kind: 'fail', detail, attempts }
  // The end is not waited past: whoever looks sees it when it comes.
  const dueAt = Math.min(at.now + waitOf(opened, attempts, at.chance), expiresAt)
  return { kind: 'again', detail, attempts, dueAt }
}

function waitOf(opened: Exclude<OpenedPlace, { kind: 'open' }>, attempts: number, chance: number): number {
  if (opened.kind === 'absent') return limits.notifyRetryLookMs
  const retryAfterMs = opened.kind === 'later' ? opened.retryAfterMs : undefined
  return chooseWait({ attempts, chance, retryAfterMs, retry: retryPolicy })
}
