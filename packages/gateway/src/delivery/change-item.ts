// The one place where a row of the outbox changes: by the table of states, and told as a fact once it is settled.

import { type DeliveryState, limits, settledStates } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { callOffExpiry, type RoomDeps, scheduleSweep } from './deliver-deps.ts'
import { states } from './delivery-states.ts'
import { updateDelivery } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-tables.ts'
import {
  type Content,
  isSecret,
  type Item,
  itemOfRow,
  mayBeThereLate,
  mayStandTwice,
  type Tracks,
  writeExtra,
} from './item.ts'

export type RowChange = Partial<
  Omit<DeliveryRow, 'id' | 'cause' | 'kind' | 'extra' | 'created_at' | 'updated_at'>
> & {
  /** Of an edit that is said anew. */
  kind?: 'message'
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
  const state = columns.state ?? row.state
  const isEmptied = columns.text === ''
  const known = { ...item.tracks, ...tracks, ...(isEmptied && { askedAs: undefined }) }
  const extra = extraOf(state, content ?? item.content, known)
  const isForgotten = isSecret(item) && settledStates.includes(state)
  const written = { ...columns, ...(isForgotten && { text: '' }), extra, updated_at: t.now }
  await updateDelivery(t, row.id, written)
  const changed = itemOfRow({ ...row, ...written })
  if (isMove) await tellMove(deps, t, changed)
  return changed
}

/** While a request is under way, or one looks for it, it has the name that it may stand there under. */
function extraOf(state: DeliveryState, content: Content, tracks: Tracks): string {
  const { renamed, ...others } = tracks
  if (renamed === undefined || !('persona' in content)) return writeExtra(content, others)
  if (state === 'sending' || state === 'unknown') return writeExtra(content, tracks)
  return writeExtra({ ...content, persona: { ...content.persona, name: renamed } }, others)
}

async function tellMove(deps: RoomDeps, t: Tx, item: Item): Promise<void> {
  const { row } = item
  const { id: deliveryId, cause, state } = row
  if (state === 'unknown') deps.count(t, row.channel, state)
  if (!settledStates.includes(state)) return
  deps.count(t, row.channel, state)
  if (row.kind === 'open') await callOffExpiry(deps, t, deliveryId)
  if (mayBeThereLate(item) || mayStandTwice(item)) {
    const at = t.now + limits.deliverySweepsMs[0]
    await scheduleSweep(deps, t, { destination: row.destination, id: deliveryId, at })
  }
  await deps.facts.tell(t, 'delivery_settled', { deliveryId, cause, state })
}

/** What goes on inside of a conversation that was opened has rows of its own, or is not said at all. */
export function withoutRest({ content }: Item): Pick<RowChange, 'content'> {
  return content.kind === 'open' ? { content: { ...content, rest: [] } } : {}
}

/** Nothing of what was said stays, nor what it was called by. */
export function emptied({ content }: Item): Pick<RowChange, 'text' | 'content'> {
  if (!('persona' in content)) return { text: '' }
  // Whoever speaks is called by the task where there is no other label.
  const persona = { ...content.persona, name: content.persona.agentId }
  if (content.kind !== 'open') return { text: '', content: { ...content, persona } }
  return { text: '', content: { ...content, title: '', rest: [], persona } }
}
