// The outermost step: gives each request its id, counts what became of it, and sends newcomers away while the house
// closes.

import { refused } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Ids } from '../../../foundation/ids.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { DoorStep } from '../door-env.ts'
import type { RequestCounts } from '../house/request-counts.ts'
import type { RunningRequests } from '../running-requests.ts'

export interface NumberRequestsDeps {
  ids: Ids
  clock: Clock
  log: Log
  counts: RequestCounts
  running: RunningRequests
}

export function numberRequests(deps: NumberRequestsDeps): DoorStep {
  const { clock, counts, log } = deps
  return (c, next) =>
    deps.running.run(async () => {
      const startedMs = clock.mono()
      const requestId = deps.ids.make('request')
      c.set('requestId', requestId)
      c.set('route', 'unknown')
      c.header('X-Request-Id', requestId)
      try {
        await next()
      } catch (thrown) {
        // Only an Error is turned into an answer; whatever else a library throws becomes one.
        throw thrown instanceof Error
          ? thrown
          : new Error('something other than an error was thrown', { cause: thrown })
      }
      const route = c.get('route')
      const { method } = c.req
      const { status } = c.res
      const ms = clock.mono() - startedMs
      counts.add(route, method, status, ms)
      log.debug('answered', { requestId, route, method, status, ms: Math.round(ms) })
    })
}

export function refuseWhileClosing(isClosing: () => boolean): DoorStep {
  return async (c, next) => {
    if (isClosing()) {
      c.header('Connection', 'close')
      // Whether the process lives is asked most eagerly just now.
      if (c.req.path !== '/healthz') throw refused('shutting_down', { retryAfterMs: 5_000 })
    }
    await next()
    if (isClosing()) c.header('Connection', 'close')
  }
}
