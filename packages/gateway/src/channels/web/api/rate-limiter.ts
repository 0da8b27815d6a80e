// A token bucket per key: a minute's worth at once, then at the steady rate. Whoever was not seen for longest is
// forgotten first, so that a crowd of addresses can never grow the memory.

import { isIP } from 'node:net'
import type { Clock } from '../../../foundation/clock.ts'

export interface RateLimiter {
  /** Takes one; says how many milliseconds to wait when there is none left, 0 when all is well. */
  take(key: string): number
  readonly size: number
}

interface Bucket {
  left: number
  at: number
}

const minuteMs = 60_000

export function createRateLimiter(deps: {
  perMinute: number
  entriesMax: number
  clock: Clock
}): RateLimiter {
  const { perMinute, entriesMax, clock } = deps
  const buckets = new Map<string, Bucket>()

  function take(key: string): number {
    const now = clock.mono()
    const bucket = refill(buckets.get(key), now)
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > entriesMax) forgetOldest()
    if (bucket.left < 1) return Math.ceil(((1 - bucket.left) * minuteMs) / perMinute)
    bucket.left -= 1
    return 0
  }

  function refill(bucket: Bucket | undefined, now: number): Bucket {
    if (bucket === undefined) return { left: perMinute, at: now }
    const gained = ((now - bucket.at) * perMinute) / minuteMs
    return { left: Math.min(perMinute, bucket.left + gained), at: now }
  }

  function forgetOldest(): void {
    const oldest = buckets.keys().next().value
    if (oldest !== undefined) buckets.delete(oldest)
  }

  return {
    take,
    get size() {
      return buckets.size
    },
  }
}

/** One household has 2^64 addresses of IPv6, so those count by their network. */
export function limiterKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
