// Opening a conversation under another one, and putting one away.

import type { ConversationRef, DeliveryId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { ensureDrain, type RoomDeps, wakeLaneFor } from './deliver-deps.ts'
import type { NewDelivery } from './delivery.ts'
import { insertDelivery, selectOfCauseAt } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-tables.ts'
import { aboutOf } from './enqueue-message.ts'
import { removeByPlatformId } from './enqueue-change.ts'
import { columnsOf, type Item } from './item.ts'
import { newRow } from './new-row.ts'
import { insertQuotes } from './quote-store.ts'

export async function enqueueOpening(
  deps: RoomDeps,
  t: Tx,
  opening: Extract<NewDelivery, { kind: 'open' }>,
): Promise<DeliveryId[]> {
  const { under, title, anchor, persona, attachments = [], expiresAt } = opening
  const content = {
    kind: 'open',
    title,
    under,
    persona,
    ...(attachments.length > 0 && { attachments }),
  } as const
  const row = newRow(deps, t, { ...opening, place: under, content, text: anchor }, { expires_at: expiresAt })
  const id = await insertOnce(deps, t, row)
  await insertQuotes(t, opening.cause, opening.quotes ?? [])
  // What stands before it may wait longer than it does.
  if (id === row.id) await wakeLaneFor(deps, t, { destination: row.destination, id, at: expiresAt })
  return [id]
}

export async function enqueueClosing(
  deps: RoomDeps,
  t: Tx,
  closing: Extract<NewDelivery, { kind: 'close' }>,
): Promise<DeliveryId[]> {
  return [await insertOnce(deps, t, newRow(deps, t, { ...closing, content: { kind: 'close' } }))]
}

/** It was opened after nobody waited for it any more: nothing of it stays. */
export async function undoOpening(
  deps: RoomDeps,
  t: Tx,
  { row, content }: Item,
  opened: { conversation: ConversationRef; anchorId: string },
): Promise<void> {
  if (content.kind !== 'open') return
  const cause = `undo:${row.id}`
  const about = { ...aboutOf(row), cause }
  await insertOnce(
    deps,
    t,
    newRow(deps, t, { ...about, place: opened.conversation, content: { kind: 'close' } }),
  )
  await removeByPlatformId(deps, t, { cause, place: content.under, platformId: opened.anchorId, of: row })
}

/** What is said above it and stands there alone, or once more. */
export async function undoAnchors(
  deps: RoomDeps,
  t: Tx,
  { row, content }: Item,
  platformIds: readonly string[],
): Promise<void> {
  if (content.kind !== 'open') return
  for (const platformId of platformIds) {
    // Somebody may have deleted what was opened: what it was opened from stays.
    if (row.state === 'sent' && platformId === row.platform_id) continue
    const cause = `copy:${row.id}:${platformId}`
    await removeByPlatformId(deps, t, { cause, place: content.under, platformId, of: row })
  }
}

async function insertOnce(deps: RoomDeps, t: Tx, row: DeliveryRow): Promise<DeliveryId> {
  if (await insertDelivery(t, row)) {
    await ensureDrain(deps, t, row.destination)
    return row.id
  }
  const { cause, destination } = row
  const [known] = await t.all(selectOfCauseAt({ cause, destination }))
  if (!known) throw new Error(`a delivery for ${cause} is neither new nor known`)
  return known.id
}

/** Where it lies in its lane is where it was asked for, whatever was opened. */
export function openedColumns(conversation: ConversationRef) {
  const { destination: _, ...columns } = columnsOf(conversation)
  return columns
}
