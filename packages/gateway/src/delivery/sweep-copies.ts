// A last look at what nobody was sure of: whether what was sent again is there twice, or once although it was refused, whether what could not be read can be
// by now, whether a conversation was opened after it had been given up. The body of a timer.

import { type DeliveryId, limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import { changeItem } from './change-item.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { selectDelivery, updateDelivery } from './delivery-store.ts'
import { undoAnchors, undoOpening } from './enqueue-place.ts'
import { isLeftUnknown, type Item, itemOfRow, mayBeThereLate, placeOf } from './item.ts'
import { mayStandThere } from './look-after-opening.ts'
import { type Opened, type Sought, seek } from './make-request.ts'
import { forgotten, loadItem, recordSent } from './record-end.ts'
import { removeCopies, unclaimed } from './record-look.ts'
import { waitOutside } from './wait-outside.ts'

export async function sweepCopies(deps: RoomDeps, job: Job, id: DeliveryId): Promise<void> {
  const row = await deps.store.read((r) => r.one(selectDelivery({ id })))
  const item = row && itemOfRow(row)
  if (!item || !isDoubtful(item)) return job.commit(async () => undefined)
  const place = placeOf(item)
  const channel = place && deps.channels.find(place.channel, place.accountId)
  const sought: Sought =
    place && channel
      ? await waitOutside(deps, job, () => seek(deps, item, place, channel))
      : { kind: 'unreadable', detail: 'The account is not connected.' }
  await job.commit(async (t) => {
    const fresh = await t.one(selectDelivery({ id }))
    if (!fresh || !isDoubtful(itemOfRow(fresh))) return
    const nextAt = await follow(deps, t, itemOfRow(fresh), sought)
    if (nextAt !== undefined) return job.again(t, nextAt)
    const last = await loadItem(t, id)
    // Kept until now to find it by, it is not wanted by anybody.
    if (mayBeThereLate(last)) await changeItem(deps, t, last, forgotten(last))
  })
}

function isDoubtful(item: Item): boolean {
  const { row } = item
  if (row.kind === 'open') return row.state === 'sent' ? row.is_resent === 1 : mayStandThere(item)
  return isLeftUnknown(item) || mayBeThereLate(item) || (row.state === 'sent' && row.is_resent === 1)
}

/** When to look again, if at all. */
async function follow(deps: RoomDeps, t: Tx, item: Item, sought: Sought): Promise<number | undefined> {
  const { sent_at: sentAt, started_at: startedAt, updated_at: endedAt } = item.row
  const since = mayBeThereLate(item) ? endedAt : (sentAt ?? startedAt ?? endedAt)
  if (sought.kind === 'unreadable') {
    if (t.now - since < limits.deliverySweptForMs)
      return t.now + (sought.retryAfterMs ?? limits.deliverySweepAgainMs)
    deps.log.warn('it could not be read whether something is there twice', {
      delivery: item.row.id,
      detail: sought.detail,
    })
    return undefined
  }
  if (sought.kind === 'opened') await followOpened(deps, t, item, sought.opened)
  if (sought.kind === 'begun') await undoAnchors(deps, t, item, sought.anchorIds)
  if (sought.kind === 'found') await followCopies(deps, t, item, sought.copies)
  return limits.deliverySweepsMs.map((ms) => since + ms).find((at) => at > t.now)
}

/** Where it is wanted only what was said once more goes, and otherwise all of it. */
async function followOpened(deps: RoomDeps, t: Tx, item: Item, opened: Opened): Promise<void> {
  const { row } = item
  await undoAnchors(deps, t, item, opened.copies ?? [])
  if (row.state === 'sent') return
  await undoOpening(deps, t, item, opened)
  await changeItem(deps, t, item, { detail: 'It was opened too late, and is put away again.' })
}

async function followCopies(
  deps: RoomDeps,
  t: Tx,
  item: Item,
  found: Extract<Sought, { kind: 'found' }>['copies'],
): Promise<void> {
  const [first, ...others] = await unclaimed(t, item, found)
  if (!first) return
  if (item.row.state === 'unknown' || mayBeThereLate(item)) {
    await recordSent(deps, t, item, { platformId: first.platformId, link: first.link ?? null })
  } else if (first.platformId !== item.row.platform_id) {
    // The one that was there first stays; from now on it is the one that is known.
    await updateDelivery(t, item.row.id, { platform_id: first.platformId, link: first.link ?? null })
  }
  await removeCopies(deps, t, item, others)
}
