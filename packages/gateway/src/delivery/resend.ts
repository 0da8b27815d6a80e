// What people decide about what did not get through: to send it once more, into its place or another one, or not at all.

import { type ConversationRef, type DeliveryId, refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { callOffChanges } from './call-off-changes.ts'
import { changeItem, emptied } from './change-item.ts'
import { type RoomDeps, wakeLane } from './deliver-deps.ts'
import type { Dismissal } from './delivery.ts'
import { hasNotLeft } from './delivery-states.ts'
import { selectDelivery, selectOfCauseAt } from './delivery-store.ts'
import { columnsOf, type Content, isResendable, isSecret, isStuck, type Item, itemOfRow } from './item.ts'
import { seekLetBe } from './seek-let-be.ts'

export async function resend(deps: RoomDeps, t: Tx, id: DeliveryId, place: ConversationRef): Promise<Item> {
  const found = await load(t, id)
  const { row } = found
  if (!isResendable(found)) throw refusalOf(found)
  const columns = columnsOf(place)
  const isElsewhere = columns.destination !== row.destination
  if (isElsewhere) await demandFree(t, found, columns.destination)
  const item = isElsewhere ? await asMessage(deps, t, found) : found
  const resent = await changeItem(deps, t, item, {
    ...columns,
    state: 'queued',
    reason: null,
    detail: null,
    attempts: 0,
    next_at: t.now,
    content: contentFor(item, place),
    // It may be there already: then one looks whether it is there twice.
    is_resent: row.state === 'unknown' ? 1 : row.is_resent,
    // The platform gives the same name only to the same request in the same place.
    tracks: {
      since: t.now,
      looks: 0,
      lookedMs: 0,
      spared: 0,
      ...(isElsewhere && elsewhere),
    },
  })
  await wakeLane(deps, t, columns.destination)
  return resent
}

export async function dismiss(
  deps: RoomDeps,
  t: Tx,
  id: DeliveryId,
  by: string,
  why: Dismissal = 'dismissed',
): Promise<Item> {
  const item = await load(t, id)
  const { row } = item
  if (!hasNotLeft(row.state) && !isStuck(item)) throw settled(item)
  // What the place had said of it stays: somebody may want to see to that.
  const detail = why === 'dismissed' ? `Dismissed by ${by}.` : row.detail
  const mayStand = row.state === 'unknown'
  const { unwanted } = item.tracks
  const dismissed = await changeItem(deps, t, item, {
    state: 'withdrawn',
    reason: why,
    detail,
    ...(mayStand && { tracks: { letBe: true } }),
    ...(unwanted === 'redacted' && !mayStand && emptied(item)),
  })
  if (mayStand) {
    // What was to change it can do so no more. It must not stay there as it is either.
    const { isCalledOff } = await callOffChanges(deps, t, dismissed)
    if (isCalledOff || unwanted !== undefined) await seekLetBe(deps, t, dismissed, unwanted ?? 'undone')
  }
  await wakeLane(deps, t, row.destination)
  return dismissed
}

const elsewhere = { after: undefined, begunAt: undefined, labels: undefined, lookedMs: undefined }

async function load(t: Tx, id: DeliveryId): Promise<Item> {
  const row = await t.one(selectDelivery({ id }))
  if (!row) throw refused('unknown_delivery')
  return itemOfRow(row)
}

function refusalOf(item: Item) {
  if (!isStuck(item) || item.row.kind === 'open') return settled(item)
  const message = isSecret(item) ? 'This was for one reader alone, and was not kept.' : 'This was redacted.'
  return refused('delivery_settled', { message })
}

function settled({ row }: Item) {
  const isUnderWay = row.state === 'sending' || hasNotLeft(row.state)
  return refused('delivery_settled', isUnderWay ? { message: 'This is on its way already.' } : {})
}

async function demandFree(t: Tx, { row }: Item, destination: string): Promise<void> {
  const there = await t.all(selectOfCauseAt({ cause: row.cause, destination }))
  if (there.some(({ part }) => part === row.part)) {
    throw refused('delivery_settled', { message: 'This was told there already.' })
  }
}

/** On another channel it is written another way. */
function contentFor({ row, content }: Item, place: ConversationRef): Content {
  if (content.kind !== 'message' || content.raw || row.channel === place.channel) return content
  return { ...content, raw: {} }
}

/** What it was to change stays where it is: elsewhere it is a message. */
async function asMessage(deps: RoomDeps, t: Tx, item: Item): Promise<Item> {
  const { content } = item
  if (content.kind !== 'edit') return item
  const { target: _, targetCause: __, ifRefused: ___, ...said } = content
  return changeItem(deps, t, item, { kind: 'message', content: { ...said, kind: 'message' } })
}
