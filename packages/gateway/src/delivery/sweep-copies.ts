// A later look at what nobody was sure of: whether what was sent again is there twice, or once although it was refused,
// whether what could not be read can be by now, whether a conversation was opened after it had been given up. The body of
// a timer.

import { type DeliveryId, limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import { readPause } from './accounts.ts'
import { changeItem } from './change-item.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { selectDelivery, updateDelivery } from './delivery-store.ts'
import { undoAnchors, undoOpening } from './enqueue-place.ts'
import { isLeftUnknown, type Item, itemOfRow, mayBeThereLate, mayStandLetBe, placeOf } from './item.ts'
import { mayStandThere } from './look-after-opening.ts'
import { type Opened, type Sought, seek } from './make-request.ts'
import { forgotten, loadItem, recordSent } from './record-end.ts'
import { removeCopies, unclaimed } from './record-look.ts'
import { settleLeft } from './settle-left.ts'
import { waitOutside } from './wait-outside.ts'

export async function sweepCopies(deps: RoomDeps, job: Job, id: DeliveryId): Promise<void> {
  const row = await deps.store.read((r) => r.one(selectDelivery({ id })))
  const item = row && itemOfRow(row)
  if (!item || !isDoubtful(item)) return job.commit(async () => undefined)
  const sought = await lookFor(deps, job, item)
  await job.commit(async (t) => {
    const fresh = await t.one(selectDelivery({ id }))
    if (!fresh || !isDoubtful(itemOfRow(fresh))) return
    const nextAt = await follow(deps, t, itemOfRow(fresh), sought)
    if (nextAt !== undefined) return job.again(t, nextAt)
    const last = await loadItem(t, id)
    // Unless this look made something else of it, which is looked at anew.
    if (last.row.state === fresh.state) await forgetTraces(deps, t, last)
  })
}

/** What was kept until now to find it by. */
async function forgetTraces(deps: RoomDeps, t: Tx, item: Item): Promise<void> {
  const isUnwanted = item.tracks.unwanted === 'redacted'
  if (item.row.kind !== 'message' || !(isUnwanted || item.tracks.askedAs !== undefined)) return
  await changeItem(deps, t, item, { ...forgotten(item), tracks: { askedAs: undefined } })
}

async function lookFor(deps: RoomDeps, job: Job, item: Item): Promise<Sought> {
  const place = placeOf(item)
  const channel = place && deps.channels.find(place.channel, place.accountId)
  if (!place || !channel) return { kind: 'unreadable', detail: 'The account is not connected.' }
  const { paused_until: until, paused_why: why } = await deps.store.read((r) => readPause(r, place))
  const pausedMs = (until ?? 0) - deps.clock.wall()
  if (pausedMs > 0) {
    const retryAfterMs = Math.min(pausedMs, limits.deliveryPausedLookMs)
    return { kind: 'unreadable', detail: why ?? 'The account is paused.', retryAfterMs }
  }
  return waitOutside(deps, job, () => seek(deps, item, place, channel))
}

function isDoubtful(item: Item): boolean {
  const { row } = item
  if (row.kind === 'open') return row.state === 'sent' ? row.is_resent === 1 : mayStandThere(item)
  if (mayStandLetBe(item)) return item.tracks.unwanted !== undefined
  return isLeftUnknown(item) || mayBeThereLate(item) || (row.state === 'sent' && row.is_resent === 1)
}

/** When to look again, if at all. */
async function follow(deps: RoomDeps, t: Tx, item: Item, sought: Sought): Promise<number | undefined> {
  if (isLeftUnknown(item)) return settleLeft(deps, t, item, sought)
  const { sent_at: sentAt, started_at: startedAt, updated_at: endedAt } = item.row
  const since = mayBeThereLate(item) || mayStandLetBe(item) ? endedAt : (sentAt ?? startedAt ?? endedAt)
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
  const copies = await unclaimed(t, item, found)
  if (mayStandLetBe(item)) return removeCopies(deps, t, item, copies)
  const { platform_id: known } = item.row
  // The one that is known was changed since: the others still say what was said before.
  if (known !== null && item.tracks.askedAs !== undefined) {
    const stale = copies.filter(({ platformId }) => platformId !== known)
    return removeCopies(deps, t, item, stale)
  }
  const [first, ...others] = copies
  if (!first) return
  if (mayBeThereLate(item)) {
    await recordSent(deps, t, item, { platformId: first.platformId, link: first.link ?? null })
  } else if (first.platformId !== item.row.platform_id) {
    // The one that was there first stays; from now on it is the one that is known.
    await updateDelivery(t, item.row.id, { platform_id: first.platformId, link: first.link ?? null })
  }
  await removeCopies(deps, t, item, others)
}
