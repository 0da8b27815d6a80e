// Shows what happens in sessions to those who follow, as the live door does: in order, and only what the disk has.

import type { SessionId } from '@heddle/contract'
import type { Feed } from '../../../src/sessions/feed.ts'
import type { LogEvent } from '../../../src/sessions/session-values.ts'
import type { TurnWatch } from './turn-watch.ts'

export type Listener = (events: readonly LogEvent[]) => void

export interface Publisher {
  /** Takes what a room's feed tells. */
  follow(feed: Feed): void
  listen(sessionId: SessionId, listener: Listener): () => void
}

export function createPublisher(deps: {
  durable(): Promise<void>
  isAlive(): boolean
  watch: TurnWatch
}): Publisher {
  const listeners = new Map<SessionId, Set<Listener>>()
  let pending: { sessionId: SessionId; events: readonly LogEvent[] }[] = []
  let isFlushing = false

  async function flush(): Promise<void> {
    isFlushing = true
    while (pending.length > 0) {
      const batch = pending
      pending = []
      await deps.durable()
      if (!deps.isAlive()) return
      for (const { sessionId, events } of batch) {
        for (const listener of listeners.get(sessionId) ?? []) listener(events)
      }
    }
    isFlushing = false
  }

  return {
    follow(feed) {
      feed.listen({
        appended(sessionId, events) {
          deps.watch.appended(sessionId, events)
          pending.push({ sessionId, events })
          // A store that broke shows nothing more; the program ends.
          if (!isFlushing) void flush().catch(() => undefined)
        },
        delta: (_, delta) => deps.watch.delta(delta),
        reset: (_, reset) => deps.watch.reset(reset),
        listed: () => undefined,
        accessChanged: () => undefined,
        personAppended: () => undefined,
      })
    },
    listen(sessionId, listener) {
      const those = listeners.get(sessionId) ?? new Set<Listener>()
      listeners.set(sessionId, those.add(listener))
      return () => void those.delete(listener)
    },
  }
}
