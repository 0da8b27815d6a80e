// The other entries that say the same as one, in forks and in what was forked.

import type { Reader } from '../foundation/database/store.ts'
import { selectCopies, selectEventById } from './event-store.ts'
import type { EventRow } from './sessions-tables.ts'

/** From the first on, as far as they are not redacted. */
export async function readCopies(r: Reader, row: EventRow, limit: number): Promise<EventRow[]> {
  const copies = await r.all(selectCopies({ rootId: row.root_id ?? row.id, limit }))
  const root = row.root_id === null ? undefined : await r.one(selectEventById({ id: row.root_id }))
  return root?.redacted_at === null ? [root, ...copies].slice(0, limit) : copies
}
