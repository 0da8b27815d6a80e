// How many files someone sends at the same moment: each holds a connection and a place on the disk.

import { refused } from '@heddle/contract'
import type { WebActor } from './call.ts'

export interface UploadsAtOnce {
  /** Throws `too_many_requests` while they have too many others under way. */
  bound<T>(actor: WebActor, task: () => Promise<T>): Promise<T>
}

export function createUploadsAtOnce(most: number): UploadsAtOnce {
  const counts = new Map<string, number>()
  return {
    async bound(actor, task) {
      // Whoever is not known gets no further than to be told so.
      if (actor.kind !== 'person') return task()
      const key = actor.personId
      const count = counts.get(key) ?? 0
      if (count >= most) {
        const message = `You are sending ${most} files, which is the most at once. Wait for one to end.`
        throw refused('too_many_requests', { message, retryAfterMs: 1_000 })
      }
      counts.set(key, count + 1)
      try {
        return await task()
      } finally {
        const left = (counts.get(key) ?? 0) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}
