// Taking back what is not to be said any more, and forgetting what was redacted.

import {
  type ConversationRef,
  type DeliveryReason,
  type EventId,
  limits,
  type SessionId,
} from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { callOffChanges } from './call-off-changes.ts'
import { changeItem, emptied } from './change-item.ts'
import { type RoomDeps, scheduleSweep, wakeLane } from './deliver-deps.ts'
import { hasNotLeft } from './delivery-states.ts'
import { insertDelivery, selectDelivery, selectOfCause, selectOfEvent } from './delivery-store.ts'
import type { DeliveryRow } from './delivery-tables.ts'
import { removeByPlatformId } from './enqueue-change.ts'
import { aboutOf } from './enqueue-message.ts'
import {
  isLeftUnknown,
  isSuperseded,
  type Item,
  itemOfRow,
  mayBeThereLate,
  mayComeTwice,
  mayHaveChanged,
  mayStandLetBe,
  placeOf,
} from './item.ts'
import { lookAfterOpening } from './look-after-opening.ts'
import { newRow } from './new-row.ts'
import { selectQuoting } from './quote-store.ts'
import { seekLetBe } from './seek-let-be.ts'

/** How many will not be sent for certain. */
export async function withdraw(deps: RoomDeps, t: Tx, cause: string, why: DeliveryReason): Promise<number> {
  let withdrawn = 0
  for (const row of await t.all(selectOfCause({ cause }))) {
    if (await takeBack(deps, t, itemOfRow(row), why)) withdrawn++
    await wakeLane(deps, t, row.destination)
  }
  return withdrawn
}

/** Only what has an id on its platform can be repeated from there. */
export async function tellForgotten(
  deps: Pick<RoomDeps, 'facts'>,
  t: Tx,
  { id: deliveryId, platform_id }: DeliveryRow,
): Promise<void> {
  if (platform_id !== null) await deps.facts.tell(t, 'delivery_forgotten', { deliveryId })
}

export async function redact(deps: RoomDeps, t: Tx, id: EventId | SessionId): Promise<void> {
  // The edge: what is no event's id is that of none.
  const told = await t.all(selectOfEvent({ eventId: id as EventId }))
  const quoting = await t.all(selectQuoting({ quotedId: id }))
  for (const one of new Map([...told, ...quoting].map((row) => [row.id, row])).values()) {
    // What was to change one before it may be said in its stead by now, and goes as well.
    const item = await reload(t, itemOfRow(one))
    const { row } = item
    if (item.content.kind === 'open') {
      await forgetAnchor(deps, t, item, item.content.under)
      await tellForgotten(deps, t, row)
    }
    if (row.kind !== 'message' && row.kind !== 'edit') continue
    await forget(deps, t, item)
    const target = await changedBy(t, item)
    if (target) await forget(deps, t, itemOfRow(target))
    for (const gone of [row, target]) if (gone) await tellForgotten(deps, t, gone)
    await wakeLane(deps, t, row.destination)
  }
}

/** What it has changed still shows it; so does what it changes while nobody knows. */
async function changedBy(t: Tx, item: Item): Promise<DeliveryRow | undefined> {
  const id = item.content.kind === 'edit' && mayHaveChanged(item) ? item.content.target : undefined
  const target = id && (await t.one(selectDelivery({ id })))
  return target && !isSuperseded(item, itemOfRow(target)) ? target : undefined
}

async function forget(deps: RoomDeps, t: Tx, item: Item): Promise<void> {
  const { row } = item
  if (row.kind === 'message') await callOffChanges(deps, t, item, { sayAnew: true })
  if (await takeBack(deps, t, item, 'redacted')) return
  if (mayBeThereLate(item) || isLeftUnknown(item)) return lookOnceMore(deps, t, item)
  if (mayStandLetBe(item)) return seekLetBe(deps, t, item, 'redacted')
  if (row.state === 'rejected' || row.state === 'gave_up') {
    // Nobody is to send it again.
    await changeItem(deps, t, item, { state: 'withdrawn', reason: 'redacted', ...emptied(item) })
    return
  }
  const isSought = row.state === 'sending' || row.state === 'unknown'
  // By its text one may have to find it, to remove it; shown it is to nobody from now on.
  if (mayComeTwice(item, t.now)) await lookOnceMore(deps, t, await reload(t, item))
  else if (!isSought) {
    const fresh = await reload(t, item)
    await changeItem(deps, t, fresh, emptied(fresh))
  }
  if (row.kind === 'message' && row.state === 'sent') await removeSaid(deps, t, item)
}

/** What comes late, or was left unknown, can be found only by its text, which therefore goes when the last look is over. */
async function lookOnceMore(deps: RoomDeps, t: Tx, item: Item): Promise<void> {
  const { id, destination } = item.row
  await changeItem(deps, t, item, { tracks: { unwanted: 'redacted', swept: undefined } })
  await scheduleSweep(deps, t, { destination, id, at: t.now + limits.deliverySweepsMs[0] })
}

/** What was opened stays, without what was said above it. */
async function forgetAnchor(deps: RoomDeps, t: Tx, item: Item, place: ConversationRef): Promise<void> {
  const { state, platform_id: platformId } = item.row
  if ((await takeBack(deps, t, item, 'redacted')) || state === 'sending' || state === 'unknown') return
  await changeItem(deps, t, item, emptied(item))
  if (state !== 'sent' || platformId === null) return
  const { row } = item
  await removeByPlatformId(deps, t, { cause: `redact:${row.id}`, place, platformId, of: row })
}

/** True if it had not left. Otherwise it is not sent once more, whatever comes of the request that is under way. */
async function takeBack(deps: RoomDeps, t: Tx, item: Item, why: DeliveryReason): Promise<boolean> {
  const { row } = item
  if (hasNotLeft(row.state)) {
    const left = why === 'redacted' ? emptied(item) : {}
    await changeItem(deps, t, item, { state: 'withdrawn', reason: why, ...left })
    await lookAfterOpening(deps, t, item)
    return true
  }
  if (row.state === 'sending' || row.state === 'unknown') {
    await changeItem(deps, t, item, { tracks: { unwanted: why } })
  }
  return false
}

/** By the item itself: once it is gone there, it is on record as gone. */
export async function removeSaid(deps: RoomDeps, t: Tx, item: Item): Promise<void> {
  const { row } = item
  const place = placeOf(item)
  if (!place) return
  const content = { kind: 'delete', target: row.id, why: 'redacted' } as const
  const about = { ...aboutOf(row), cause: `redact:${row.id}`, place, part: row.part }
  await insertDelivery(t, newRow(deps, t, { ...about, content }))
}

async function reload(t: Tx, { row }: Item): Promise<Item> {
  return itemOfRow((await t.one(selectDelivery({ id: row.id }))) ?? row)
}
