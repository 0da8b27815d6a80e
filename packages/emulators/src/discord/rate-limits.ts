// How often may be asked: by route and by the channel, server or webhook that it is about, and over all by bot. Whoever
// was told to wait and asks before its time is told so again, and it is noted.

import { createHash } from 'node:crypto'
import type { PlatformClock } from '../loopback/platform-time.ts'
import type { LimitScope } from './faults.ts'

export interface Rate {
  count: number
  windowMs: number
}

export interface RateLimits {
  /** By method and path of the table of routes; `*`: each that is not named. */
  routes: Readonly<Record<string, Rate>>
  /** Over all routes, by bot. */
  global?: Rate
}

export const usualRates: RateLimits = {
  routes: {
    'POST /channels/{channel_id}/messages': { count: 5, windowMs: 5_000 },
    'PATCH /channels/{channel_id}/messages/{message_id}': { count: 5, windowMs: 5_000 },
    'DELETE /channels/{channel_id}/messages/{message_id}': { count: 5, windowMs: 1_000 },
    'POST /channels/{channel_id}/typing': { count: 5, windowMs: 5_000 },
    'POST /webhooks/{webhook_id}/{webhook_token}': { count: 5, windowMs: 2_000 },
    'PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}': { count: 5, windowMs: 2_000 },
  },
  global: { count: 50, windowMs: 1_000 },
}

export const noRates: RateLimits = { routes: {} }

/** A request, by its number in the ground truth. */
export interface Asked {
  number: number
  botId: string
  method: string
  route: string
  params: Readonly<Record<string, string>>
  isUnlimited: boolean
}

export interface RateVerdict {
  /** What the headers say of the bucket, whether it went well or not. */
  headers: Readonly<Record<string, string>>
  refusal?: RateRefusal
}

export interface RateRefusal {
  waitMs: number
  scope: LimitScope
  /** It had been told to wait, and did not. */
  isEarly: boolean
  /** The request that was told so first; absent: this one is. */
  toldBefore?: number
}

export interface RateLimiter {
  limits: RateLimits
  judge(asked: Asked): RateVerdict
  /** From outside: whoever asks there again before that is early. */
  block(asked: Asked, scope: LimitScope, waitMs: number): RateVerdict
}

interface Window {
  startedAt: number
  used: number
}

interface Closed {
  toldAt: number
  until: number
  told: number
  scope: LimitScope
}

/** `transitMs`: how long requests and answers are on their way at most. */
export function createRateLimiter(clock: PlatformClock, transitMs = 0): RateLimiter {
  const windows = new Map<string, Window>()
  const closed = new Map<string, Closed>()

  /** A window begins with the first request after the one before. */
  function windowOf(bucket: string, rate: Rate): Window {
    const now = clock.wall()
    const known = windows.get(bucket)
    if (known && now < known.startedAt + rate.windowMs) return known
    const fresh = { startedAt: now, used: 0 }
    windows.set(bucket, fresh)
    return fresh
  }

  function stillClosed(bucket: string): RateRefusal | undefined {
    const now = clock.wall()
    const entry = closed.get(bucket)
    if (!entry || entry.until <= now) return undefined
    // Who had asked before being told could not know.
    const isEarly = transitMs === 0 || now > entry.toldAt + transitMs
    return { waitMs: entry.until - now, scope: entry.scope, isEarly, toldBefore: entry.told }
  }

  function close(bucket: string, waitMs: number, told: number, scope: LimitScope): RateRefusal {
    const toldAt = clock.wall()
    closed.set(bucket, { toldAt, until: toldAt + waitMs, told, scope })
    return { waitMs, scope, isEarly: false }
  }

  function take(bucket: string, rate: Rate, told: number, scope: LimitScope): RateRefusal | undefined {
    const window = windowOf(bucket, rate)
    if (window.used >= rate.count) {
      return close(bucket, window.startedAt + rate.windowMs - clock.wall(), told, scope)
    }
    window.used++
    return undefined
  }

  const limiter: RateLimiter = {
    limits: usualRates,
    judge(asked) {
      if (asked.isUnlimited) return { headers: {} }
      const { limits } = limiter
      const [bucket, everything] = [bucketOf(asked), `all ${asked.botId}`]
      const rate = limits.routes[`${asked.method} ${asked.route}`] ?? limits.routes['*']
      const refusal =
        stillClosed(everything) ??
        stillClosed(bucket) ??
        (limits.global && take(everything, limits.global, asked.number, 'global')) ??
        (rate && take(bucket, rate, asked.number, 'user'))
      const headers = rate ? bucketHeaders(asked, rate, windowOf(bucket, rate), clock.wall()) : {}
      return refusal ? { headers: { ...headers, ...refusalHeaders(refusal) }, refusal } : { headers }
    },
    block(asked, scope, waitMs) {
      const bucket = scope === 'global' ? `all ${asked.botId}` : bucketOf(asked)
      const refusal = close(bucket, waitMs, asked.number, scope)
      const until = { startedAt: clock.wall(), used: 1 }
      const headers =
        scope === 'global' ? {} : bucketHeaders(asked, { count: 1, windowMs: waitMs }, until, clock.wall())
      return { headers: { ...headers, ...refusalHeaders(refusal) }, refusal }
    },
  }
  return limiter
}

/** A webhook is limited whoever uses it; a channel and a server, by bot. */
function bucketOf({ botId, method, route, params }: Asked): string {
  const webhook = params['webhook_token'] === undefined ? undefined : params['webhook_id']
  const top = webhook ?? `${botId} ${params['channel_id'] ?? params['guild_id'] ?? ''}`
  return `${method} ${route} ${top}`
}

function bucketHeaders(
  { method, route }: Asked,
  rate: Rate,
  window: Window,
  now: number,
): Record<string, string> {
  const resetAt = window.startedAt + rate.windowMs
  return {
    'x-ratelimit-limit': String(rate.count),
    'x-ratelimit-remaining': String(Math.max(0, rate.count - window.used)),
    'x-ratelimit-reset': (resetAt / 1_000).toFixed(3),
    'x-ratelimit-reset-after': ((resetAt - now) / 1_000).toFixed(3),
    'x-ratelimit-bucket': createHash('sha256').update(`${method} ${route}`).digest('hex').slice(0, 32),
  }
}

function refusalHeaders({ waitMs, scope }: RateRefusal): Record<string, string> {
  return {
    'retry-after': String(Math.ceil(waitMs / 1_000)),
    'x-ratelimit-scope': scope,
    ...(scope === 'global' && { 'x-ratelimit-global': 'true' }),
  }
}
