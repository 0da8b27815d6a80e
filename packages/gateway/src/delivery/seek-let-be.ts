// What was let be while nobody knew whether it was there, and is not wanted there as it is, or not at all: one looks for it,
// as for anything that may come late, and takes away what is found.

import { type DeliveryReason, limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { changeItem } from './change-item.ts'
import { type RoomDeps, scheduleSweep } from './deliver-deps.ts'
import type { Item } from './item.ts'

export async function seekLetBe(deps: RoomDeps, t: Tx, item: Item, why: DeliveryReason): Promise<void> {
  const { id, destination } = item.row
  // Redacted it stays, whatever else is to become of it.
  const unwanted = item.tracks.unwanted === 'redacted' ? 'redacted' : why
  await changeItem(deps, t, item, { tracks: { unwanted, swept: undefined } })
  await scheduleSweep(deps, t, { destination, id, at: t.now + limits.deliverySweepsMs[0] })
}
