// Keeps to what Discord said about waiting: until that time is over nothing of the same kind leaves, whoever asks for it
// (I30). The library knows which routes share a limit; here is what one answer says about the next of its kind, before
// the library would set a timer for it that nobody takes away.

import type { Answer, Reply, RestCall } from './rest-words.ts'

const keptMax = 1_000

export interface Patience {
  /** The answer of whoever is held back; undefined: it may leave. */
  hold(call: RestCall): Extract<Reply, { kind: 'held' }> | undefined
  note(call: RestCall, answer: Answer): void
}

/** By the clock that only grows: one that is set back must not hold anything up. */
export function createPatience(clock: { mono(): number }): Patience {
  const closedUntil = new Map<string, number>()

  function close(bucket: string, until: number): void {
    if (closedUntil.size >= keptMax) {
      for (const [name, time] of closedUntil) if (time <= clock.mono()) closedUntil.delete(name)
    }
    closedUntil.set(bucket, Math.max(until, closedUntil.get(bucket) ?? 0))
  }

  return {
    hold(call) {
      // Answers to interactions are not counted, and cannot wait.
      if (call.path.startsWith('/interactions/')) return undefined
      for (const [bucket, scope] of [
        [everything, 'account'],
        [bucketOf(call), 'place'],
      ] as const) {
        const retryAfterMs = Math.ceil((closedUntil.get(bucket) ?? 0) - clock.mono())
        if (retryAfterMs > 0) return { kind: 'held', detail: heldWords, retryAfterMs, scope }
      }
      return undefined
    },
    note(call, { status, scope, retryAfterMs = 0, spentForMs }) {
      if (spentForMs !== undefined) close(bucketOf(call), clock.mono() + spentForMs)
      if (status !== 429) return
      const isForAll = scope === 'global' || scope === 'edge'
      close(isForAll ? everything : bucketOf(call), clock.mono() + retryAfterMs)
    },
  }
}

export const heldWords = 'Discord asked for patience; it was not asked again yet'

const everything = ''

/** Discord counts by the first thing that a path names; what stands behind it is the same to it, whichever it is. */
function bucketOf({ method, path }: RestCall): string {
  const [, kind = '', id = '', ...rest] = path.split('/')
  return [method, kind, id, ...rest.map((part) => (/^\d+$/.test(part) ? ':id' : part))].join(' ')
}
