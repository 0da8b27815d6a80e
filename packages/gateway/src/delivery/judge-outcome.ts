// What the end of one request makes of what it was for. Only what is proven not to be sent is tried again; what nobody
// knows is looked for first, unless doing it twice does no harm (DLV3). Pure.

import type { DeliveryKind, DeliveryReason } from '@heddle/contract'
import { unreachable } from '../foundation/states.ts'
import { chooseWait } from './choose-wait.ts'
import type { RetryPolicy } from './delivery.ts'
import type { NotSent, SendOutcome } from './ports.ts'

export type Verdict =
  | { kind: 'sent'; platformId: string; link: string | null }
  | { kind: 'wait'; reason: DeliveryReason; detail: string; until: number }
  | { kind: 'doubt'; detail: string; lookAt: number }
  | { kind: 'reject'; reason: 'place_refused' | 'refused'; detail: string }
  | { kind: 'withdraw'; reason: DeliveryReason; detail: string }

export interface AccountNews {
  wasRefused: boolean
  pause?: { until: number; why: string }
}

/** Until somebody sees to it. */
export const forGood = Number.MAX_SAFE_INTEGER

export interface RequestEnd {
  kind: DeliveryKind
  outcome: SendOutcome
  now: number
  startedAt: number
  /** With this one. */
  attempts: number
  /** Of those before, what the platform asked to wait for. */
  spared?: number | undefined
  retry?: RetryPolicy | undefined
  chance: number
  unwanted: DeliveryReason | undefined
  /** From the beginning of a request until what came of it can be read; and how long most of them may take. */
  settleMs: number
  timeoutMs: number
}

export function judgeOutcome(end: RequestEnd): { verdict: Verdict; account?: AccountNews } {
  const { outcome } = end
  switch (outcome.kind) {
    case 'sent':
      return { verdict: { kind: 'sent', platformId: outcome.platformId, link: outcome.link ?? null } }
    case 'unknown':
      return { verdict: judgeUnknown(end, outcome.detail) }
    case 'not_sent':
      return { verdict: judgeNotSent(end, outcome), account: accountNews(end, outcome) }
    default:
      return unreachable(outcome)
  }
}

function judgeUnknown(end: RequestEnd, detail: string): Verdict {
  const { kind, now, attempts, chance, startedAt } = end
  if (kind === 'message') {
    // One that carried files may have taken longer than others.
    const lookAt = Math.max(startedAt + end.settleMs, now + end.settleMs - end.timeoutMs)
    return { kind: 'doubt', detail, lookAt }
  }
  // To ask for the same place again opens no second one, so one need not wait until things have settled.
  if (kind === 'open') return { kind: 'doubt', detail, lookAt: now }
  if (end.unwanted !== undefined) return { kind: 'withdraw', reason: end.unwanted, detail }
  const until = now + chooseWait({ attempts, chance })
  // One that is done late would undo what was changed after it, so it is done again only when that can no longer be.
  const settled = kind === 'edit' ? startedAt + end.settleMs : now
  return { kind: 'wait', reason: 'no_answer', detail, until: Math.max(until, settled) }
}

function judgeNotSent(end: RequestEnd, outcome: NotSent): Verdict {
  const { now, attempts, chance } = end
  const { detail, retryAfterMs } = outcome
  if (outcome.why === 'place') return { kind: 'reject', reason: 'place_refused', detail }
  if (outcome.why === 'message') return { kind: 'reject', reason: 'refused', detail }
  if (end.unwanted !== undefined) return { kind: 'withdraw', reason: end.unwanted, detail }
  if (outcome.why === 'account') {
    // The pause of the account holds it; once that is over, nothing else does.
    return { kind: 'wait', reason: 'account_paused', detail, until: now }
  }
  const reason = retryAfterMs === undefined ? 'platform_trouble' : 'rate_limited'
  const wait = chooseWait({
    attempts: end.retry ? triesIn(end, outcome) : attempts,
    retryAfterMs,
    chance,
    retry: end.retry,
  })
  return { kind: 'wait', reason, detail, until: now + wait }
}

/** With this one, unless it is none. */
function triesIn({ attempts, spared = 0 }: RequestEnd, { retryAfterMs }: NotSent): number {
  return attempts - spared - (retryAfterMs === undefined ? 0 : 1)
}

function accountNews({ now }: RequestEnd, outcome: NotSent): AccountNews {
  const { why, detail, retryAfterMs, scope } = outcome
  const wasRefused = outcome.wasRefused ?? false
  if (why === 'account') return { wasRefused, pause: { until: forGood, why: detail } }
  if (scope !== 'account' || retryAfterMs === undefined) return { wasRefused }
  return { wasRefused, pause: { until: now + Math.ceil(retryAfterMs), why: detail } }
}
