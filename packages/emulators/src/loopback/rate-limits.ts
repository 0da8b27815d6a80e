// How often a program may ask. A bucket is the writing, or the reading, in one conversation; besides it there is one for
// all that an account does. Whoever was told to wait and asks before its time is told so again, and it is noted.

import type { PlatformClock } from './platform-time.ts'
import type { CallKind } from './platform-words.ts'

export interface RateLimits {
  perConversation?: { count: number; windowMs: number }
  perAccount?: { count: number; windowMs: number }
}

export interface RateVerdict {
  waitMs: number
  scope: 'conversation' | 'account'
  /** It had been told to wait, and did not. */
  isEarly: boolean
  /** The request that was told so first; absent: this one is. */
  toldBefore?: number
}

/** A request, by its number in the ground truth. */
interface Asked {
  number: number
  accountId: string
  kind: CallKind
  conversationId: string | undefined
}

export interface RateLimiter {
  limits: RateLimits
  /** Undefined: go on. */
  judge(asked: Asked): RateVerdict | undefined
  /** From outside: whoever asks there again before that is early. */
  block(asked: Asked, scope: 'conversation' | 'account', waitMs: number): void
}

const reads: ReadonlySet<CallKind> = new Set(['history', 'file', 'events.missed'])
/** Connections are not requests. */
const free: ReadonlySet<CallKind> = new Set(['events.open', 'events.poll', 'me', 'press.answer'])

/** `transitMs`: how long requests and answers are on their way at most. */
export function createRateLimiter(clock: PlatformClock, transitMs: number): RateLimiter {
  const times = new Map<string, number[]>()
  const closed = new Map<string, { toldAt: number; until: number; told: number }>()

  function isOver(bucket: string, limit: { count: number; windowMs: number }): number | undefined {
    const now = clock.wall()
    const recent = (times.get(bucket) ?? []).filter((at) => at > now - limit.windowMs)
    times.set(bucket, recent)
    const [oldest] = recent
    if (oldest === undefined || recent.length < limit.count) return undefined
    return oldest + limit.windowMs - now
  }

  const limitOf = (scope: RateVerdict['scope']) =>
    scope === 'account' ? limiter.limits.perAccount : limiter.limits.perConversation

  const limiter: RateLimiter = {
    limits: {},
    judge({ number, accountId, kind, conversationId }) {
      if (free.has(kind)) return undefined
      const now = clock.wall()
      const buckets = bucketsOf(accountId, kind, conversationId)
      for (const { name, scope } of buckets) {
        const { until, toldAt, told } = closed.get(name) ?? { until: 0, toldAt: 0, told: 0 }
        if (until <= now) continue
        // Who had asked before being told could not know.
        return { waitMs: until - now, scope, isEarly: now > toldAt + transitMs, toldBefore: told }
      }
      const limited = buckets.filter(({ scope }) => limitOf(scope) !== undefined)
      for (const { name, scope } of limited) {
        const limit = limitOf(scope)
        const waitMs = limit && isOver(name, limit)
        if (waitMs === undefined) continue
        closed.set(name, { toldAt: now, until: now + waitMs, told: number })
        return { waitMs, scope, isEarly: false }
      }
      for (const { name } of limited) times.set(name, [...(times.get(name) ?? []), now])
      return undefined
    },
    block({ number, accountId, kind, conversationId }, scope, waitMs) {
      const bucket = bucketsOf(accountId, kind, conversationId).find((one) => one.scope === scope)
      const now = clock.wall()
      if (bucket) closed.set(bucket.name, { toldAt: now, until: now + waitMs, told: number })
    },
  }
  return limiter
}

function bucketsOf(accountId: string, kind: CallKind, conversationId: string | undefined) {
  const account = { name: accountId, scope: 'account' as const }
  if (conversationId === undefined) return [account]
  const use = reads.has(kind) ? 'read' : 'write'
  return [account, { name: `${accountId} ${use} ${conversationId}`, scope: 'conversation' as const }]
}
