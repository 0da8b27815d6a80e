// Frees work whose holder died: its lease has run out, or nobody but us can hold one. The lost attempt counts, so that
// work which kills its holder each time is given up in the end.

import type { Store } from '../database/store.ts'
import type { WorkStore } from './work-store.ts'

const batch = 200

/** Says whether anything was freed. */
export async function releaseExpired(
  store: Store,
  workStore: WorkStore,
  leaseBefore: number,
  /** How often work of a kind is tried at most. */
  attemptsMaxOf: (kind: string) => number,
): Promise<boolean> {
  // SQLite knows no infinity among integers.
  const before = Math.min(leaseBefore, Number.MAX_SAFE_INTEGER)
  let freed = false
  for (;;) {
    const looked = await store.read((r) => workStore.expired(r, before, batch))
    if (looked.length === 0) return freed
    freed = true
    await store.tx(async (t) => {
      for (const work of await workStore.expired(t, before, batch)) {
        const attempts = work.attempts + 1
        const error = 'its holder died'
        if (attempts < attemptsMaxOf(work.kind)) {
          await workStore.retry(t, work.id, work.fence, { dueAt: work.due_at, attempts, error })
        } else {
          await workStore.giveUp(t, work.id, work.fence, error)
        }
        await workStore.callNextOfKey(t, work.key)
      }
    })
  }
}
