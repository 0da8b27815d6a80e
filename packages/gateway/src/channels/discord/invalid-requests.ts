// Counts the requests that Discord holds against an address: 401, 403 and 429, ten thousand in ten minutes before it is
// shut out. Long before that we say so, and then stop asking.

import type { Answer } from './rest-words.ts'

const windowMs = 10 * 60_000
const warnedAt = 100
const stoppedAt = 1_000

export interface InvalidRequests {
  /** How long nothing may be asked any more; undefined: it may. */
  waitMs(): number | undefined
  note(answer: Answer): void
}

export function countInvalidRequests(deps: {
  clock: { mono(): number }
  /** Once in a window. */
  onMany(count: number): void
}): InvalidRequests {
  let since = Number.NEGATIVE_INFINITY
  let count = 0
  const isOver = () => deps.clock.mono() - since >= windowMs
  return {
    waitMs: () => (count < stoppedAt || isOver() ? undefined : since + windowMs - deps.clock.mono()),
    note({ status, scope }) {
      // What several programs share is not held against one of them.
      const isCounted = status === 401 || status === 403 || (status === 429 && scope !== 'shared')
      if (!isCounted) return
      if (isOver()) {
        since = deps.clock.mono()
        count = 0
      }
      count += 1
      if (count === warnedAt) deps.onMany(count)
    },
  }
}
