// Keeps to what the platform said about waiting: until that time is over no request of the same kind leaves, whoever asks
// for it (I30). Who is held back is answered as the platform would, and it counts as no request.

import { troubleOf } from './loopback-calls.ts'
import type { CallKind } from './platform-words.ts'
import type { Reach, Reply } from './reach-platform.ts'

/** The code of an answer that we gave ourselves. */
export const heldBack = 'held_back'

const reads: ReadonlySet<CallKind> = new Set(['history', 'file', 'events.missed'])
/** Connections are not counted by the platform, and are never held back. What they hear about waiting holds for the rest. */
const uncounted: ReadonlySet<CallKind> = new Set(['events.open', 'events.poll', 'me', 'press.answer'])
const keptMax = 1_000

/** By the clock that only grows: one that is set back must not hold anything up. */
export function courteous(reach: Reach, clock: { mono(): number }): Reach {
  const closedUntil = new Map<string, number>()

  function close(bucket: string, until: number): void {
    if (closedUntil.size >= keptMax) {
      for (const [name, time] of closedUntil) if (time <= clock.mono()) closedUntil.delete(name)
    }
    closedUntil.set(bucket, Math.max(until, closedUntil.get(bucket) ?? 0))
  }

  return {
    async call(kind, body, signal) {
      const bucket = bucketOf(kind, body)
      const asked = uncounted.has(kind)
        ? []
        : ([
            ['', 'account'],
            [bucket, 'conversation'],
          ] as const)
      for (const [name, scope] of asked) {
        const waitMs = (closedUntil.get(name) ?? 0) - clock.mono()
        if (waitMs > 0) return held(waitMs, scope)
      }
      const reply = await reach.call(kind, body, signal)
      if (reply.kind === 'answer' && reply.status === 429) {
        const { retryAfterMs = 0, scope } = troubleOf(reply.body)
        close(scope === 'account' ? '' : bucket, clock.mono() + retryAfterMs)
      }
      return reply
    },
  }
}

function held(retryAfterMs: number, scope: 'account' | 'conversation'): Reply {
  const message = 'The platform asked for patience.'
  return { kind: 'answer', status: 429, body: { code: heldBack, message, retryAfterMs, scope } }
}

function bucketOf(kind: CallKind, body: object): string {
  const place = 'conversationId' in body ? String(body.conversationId) : ''
  return `${reads.has(kind) ? 'read' : 'write'} ${place}`
}
