// Nothing leaves before it is on disk. A commit is visible to reads at once and durable only later, so this holds for
// every answer that came of the store: to a write, to a read, and to a refusal that follows from one.

import type { Store } from '../../../foundation/database/store.ts'
import type { DoorStep } from '../door-env.ts'

export function waitForDisk(store: Pick<Store, 'durable'>): DoorStep {
  return async (c, next) => {
    await next()
    try {
      await store.durable()
    } catch (error) {
      // The answer speaks of what may be gone after a restart: none of it may leave, least of all a credential.
      for (const name of ['Set-Cookie', 'ETag', 'Idempotent-Replayed']) c.header(name, undefined)
      throw error
    }
  }
}
