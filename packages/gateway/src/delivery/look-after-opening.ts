// What was to be opened is wanted no longer. Once things have settled one looks, and takes away what stands there of it.

import type { Tx } from '../foundation/database/store.ts'
import { type RoomDeps, scheduleSweep } from './deliver-deps.ts'
import type { Item } from './item.ts'

export async function lookAfterOpening(deps: RoomDeps, t: Tx, item: Item): Promise<void> {
  const { row } = item
  if (!mayStandThere(item)) return
  const at = Math.max(t.now, (row.started_at ?? t.now) + deps.times.settleMs)
  await scheduleSweep(deps, t, { destination: row.destination, id: row.id, at })
}

/** A request whose end nobody knows may still open it; and what is said above it may stand there alone. */
export function mayStandThere({ row, tracks }: Item): boolean {
  return row.kind === 'open' && (tracks.mayBeThere ?? row.is_resent === 1)
}
