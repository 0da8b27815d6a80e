// How often someone forks: each fork copies up to half a MiB in one transaction, for which everybody else waits.

import { refused } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { PersonActor } from '../../../people/people.ts'
import type { DoorLimits } from '../door-limits.ts'
import { createRateLimiter } from './rate-limiter.ts'

export function createLimitForks(clock: Clock, limits: DoorLimits): (actor: PersonActor) => void {
  const perMinute = limits.forksPerMinutePerPersonMax
  const limiter = createRateLimiter({ perMinute, entriesMax: limits.limiterEntriesMax, clock })
  return ({ personId }) => {
    const retryAfterMs = limiter.take(personId)
    if (retryAfterMs === 0) return
    const message = `You forked ${perMinute} times within a minute, which is the most. Wait a moment.`
    throw refused('too_many_requests', { message, retryAfterMs })
  }
}
