// What one process was told about waiting, and whether a request comes before its time (I30).

import type { CallKind } from '@heddle/emulators/loopback/platform-words'
import type { Reply } from '@heddle/emulators/loopback/reach-platform'

export interface Patience {
  /** By how much. */
  isEarly(kind: CallKind, conversationId: string | undefined, nowMs: number): number | undefined
  hear(kind: CallKind, conversationId: string | undefined, reply: Reply, nowMs: number): void
}

const reads: readonly CallKind[] = ['history', 'file']
const free: readonly CallKind[] = ['events.open', 'events.poll', 'me', 'press.answer']

export function patienceOf(): Patience {
  const until = new Map<string, number>()
  const bucketOf = (kind: CallKind, conversationId: string | undefined) =>
    `${reads.includes(kind) ? 'read' : 'write'} ${conversationId}`
  return {
    isEarly(kind, conversationId, nowMs) {
      if (free.includes(kind)) return undefined
      const end = Math.max(until.get('account') ?? 0, until.get(bucketOf(kind, conversationId)) ?? 0)
      return end > nowMs ? end - nowMs : undefined
    },
    hear(kind, conversationId, reply, nowMs) {
      if (reply.kind !== 'answer' || reply.status !== 429) return
      // The platform stands in this house: its answer has this shape.
      const { retryAfterMs = 0, scope } = reply.body as { retryAfterMs?: number; scope?: string }
      const bucket = scope === 'account' ? 'account' : bucketOf(kind, conversationId)
      until.set(bucket, Math.max(until.get(bucket) ?? 0, nowMs + retryAfterMs))
    },
  }
}
