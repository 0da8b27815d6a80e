// What can be changed no more, or is being taken away, is said anew for the cause of what was to change it, and that one is
// what others change from then on. A part of a text may stand below what comes after it then: it says so (I9).

import type { DeliveryId } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { changeItem } from './change-item.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { selectDelivery, selectOfCauseAt } from './delivery-store.ts'
import { type Item, itemOfRow, type Tracks } from './item.ts'

/** What the new one notes: always the first of all that were said for this part. */
export function insteadOf({ row, tracks }: Item): Pick<Tracks, 'insteadOf'> {
  return { insteadOf: tracks.insteadOf ?? row.id }
}

export async function noteSaidAnew(deps: RoomDeps, t: Tx, target: Item, id: DeliveryId): Promise<void> {
  await changeItem(deps, t, target, { tracks: { saidAnew: id } })
}

/** It, or what was said in its stead, and so on. */
export async function newestOf(r: Reader, item: Item): Promise<Item> {
  const { saidAnew } = item.tracks
  const anew = saidAnew === undefined ? undefined : await r.one(selectDelivery({ id: saidAnew }))
  return anew ? newestOf(r, itemOfRow(anew)) : item
}

/** A later part of its text can be read already. */
export async function isBelowItsRest(r: Reader, { row, tracks }: Item): Promise<boolean> {
  const first = tracks.insteadOf && (await r.one(selectDelivery({ id: tracks.insteadOf })))
  if (!first) return false
  const { cause, destination } = first
  if (destination !== row.destination) return false
  const parts = await r.all(selectOfCauseAt({ cause, destination }))
  return parts.some(({ kind, part, state }) => kind === 'message' && part > row.part && state === 'sent')
}
