// The one place where a row of the outbox changes: by the table of states, and told as a fact once it is settled.

import { settledStates } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { states } from './delivery-states.ts'
import { updateDelivery } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-tables.ts'
import { type Content, type Item, itemOfRow, type Tracks, writeExtra } from './item.ts'

export type RowChange = Partial<
  Omit<DeliveryRow, 'id' | 'cause' | 'kind' | 'extra' | 'created_at' | 'updated_at'>
> & {
  content?: Content
  /** Added to what is known of earlier requests. */
  tracks?: Tracks
}

export async function changeItem(deps: RoomDeps, t: Tx, item: Item, change: RowChange): Promise<Item> {
  const { content, tracks, ...columns } = change
  const { row } = item
  const isMove = columns.state !== undefined && columns.state !== row.state
  if (columns.state !== undefined && (isMove || columns.state === 'sending'))
    states.move(row.state, columns.state)
  const extra = writeExtra(content ?? item.content, { ...item.tracks, ...tracks })
  const written = { ...columns, extra, updated_at: t.now }
  await updateDelivery(t, row.id, written)
  const changed = itemOfRow({ ...row, ...written })
  if (isMove) await tellMove(deps, t, changed)
  return changed
}

async function tellMove(deps: RoomDeps, t: Tx, { row }: Item): Promise<void> {
  const { id: deliveryId, cause, state } = row
  if (state === 'unknown') deps.count(t, row.channel, state)
  if (!settledStates.includes(state)) return
  deps.count(t, row.channel, state)
  await deps.facts.tell(t, 'delivery_settled', { deliveryId, cause, state })
}
