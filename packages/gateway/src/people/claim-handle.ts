// Takes a handle for a person. It stays theirs after they take another one or are removed: old texts that mention it
// must never come to mean somebody else.

import { type PersonId, refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { countHandles, insertHandle, selectHandle } from './handle-store.ts'

/** Or else one could take every good name for ever, one after another. */
const handlesPerPersonMax = 10

export async function claimHandle(t: Tx, handle: string, personId: PersonId): Promise<void> {
  if ((await t.run(insertHandle(handle, personId))) === 0) {
    const holder = await t.one(selectHandle(handle))
    if (holder?.owner_id === personId) return
    throw refused('handle_taken', { issues: [{ field: 'handle', message: 'is taken' }] })
  }
  const held = await t.one(countHandles(personId))
  if (held && held.count > handlesPerPersonMax) {
    throw refused('limit_reached', {
      message: `handle: nobody may have had more than ${handlesPerPersonMax}; take one of the earlier ones`,
      issues: [{ field: 'handle', message: 'is one more than a person may have had' }],
    })
  }
}
