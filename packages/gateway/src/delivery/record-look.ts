// Puts on record what was read about something whose end nobody knew: it is there, it is not, or it cannot be read.

import { type DeliveryReason, limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { changeItem } from './change-item.ts'
import { chooseWait } from './choose-wait.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { selectByPlatformId } from './delivery-store.ts'
import { removeByPlatformId } from './enqueue-change.ts'
import { type Item, namedIn, placeOf } from './item.ts'
import { lookAfterOpening } from './look-after-opening.ts'
import type { Sought } from './make-request.ts'
import { forgotten, loadItem, recordOpened, recordSent } from './record-end.ts'
import { seekLetBe } from './seek-let-be.ts'
import { leaveUnknown } from './take-next.ts'

export interface Copy {
  platformId: string
  link?: string
}

export async function recordLook(
  deps: RoomDeps,
  t: Tx,
  look: { id: Item['row']['id']; sought: Sought; tookMs: number; chance: number },
): Promise<void> {
  const item = await loadItem(t, look.id)
  const { sought } = look
  if (item.row.state !== 'unknown') return
  if (sought.kind === 'unreadable') return recordUnreadable(deps, t, item, sought, look)
  if (sought.kind === 'opened') return recordOpened(deps, t, item, sought.opened)
  const copies = sought.kind === 'found' ? await unclaimed(t, item, sought.copies) : []
  const [first] = copies
  if (!first) return recordAbsent(deps, t, item)
  await recordSent(deps, t, item, { platformId: first.platformId, link: first.link ?? null })
  await removeCopies(deps, t, item, copies.slice(1))
}

/** Those that are not known as something else that we said. */
export async function unclaimed(t: Tx, item: Item, copies: readonly Copy[]): Promise<Copy[]> {
  const place = placeOf(item)
  const free: Copy[] = []
  for (const copy of copies) {
    const rows = place ? await t.all(selectByPlatformId(namedIn(place, copy.platformId))) : []
    if (rows.every(({ id }) => id === item.row.id)) free.push(copy)
  }
  return free
}

export async function removeCopies(
  deps: RoomDeps,
  t: Tx,
  item: Item,
  copies: readonly Copy[],
): Promise<void> {
  const place = placeOf(item)
  for (const { platformId } of copies) {
    if (!place) return
    deps.log.info('something was there twice', { delivery: item.row.id, platformId })
    deps.count(t, item.row.channel, 'copy_removed')
    const cause = `copy:${item.row.id}:${platformId}`
    await removeByPlatformId(deps, t, { cause, place, platformId, of: item.row })
  }
}

export async function recordAbsent(deps: RoomDeps, t: Tx, item: Item): Promise<void> {
  const { unwanted } = item.tracks
  if (unwanted !== undefined) return withdrawAbsent(deps, t, item, unwanted)
  await changeItem(deps, t, item, {
    state: 'queued',
    reason: null,
    is_resent: 1,
    next_at: t.now,
    tracks: { looks: 0, lookedMs: 0 },
  })
}

/** It is not there and nobody wants it. Its request may be carried out yet: then it is taken away. */
export async function withdrawAbsent(deps: RoomDeps, t: Tx, item: Item, why: DeliveryReason): Promise<void> {
  if (item.row.kind === 'open') {
    await changeItem(deps, t, item, { state: 'withdrawn', reason: why, ...forgotten(item) })
    return lookAfterOpening(deps, t, item)
  }
  const withdrawn = await changeItem(deps, t, item, {
    state: 'withdrawn',
    reason: why,
    tracks: { letBe: true },
  })
  await seekLetBe(deps, t, withdrawn, why)
}

async function recordUnreadable(
  deps: RoomDeps,
  t: Tx,
  item: Item,
  { detail, retryAfterMs }: Extract<Sought, { kind: 'unreadable' }>,
  { tookMs, chance }: { tookMs: number; chance: number },
): Promise<void> {
  const looks = (item.tracks.looks ?? 0) + 1
  const lookedMs = (item.tracks.lookedMs ?? 0) + tookMs
  const waitMs = chooseWait({ attempts: looks, retryAfterMs, chance })
  const leftMs = limits.deliveryReconcileMs - lookedMs
  // Nobody waits for what cannot be read before others have to go on.
  const isOver = leftMs <= 0 || (retryAfterMs !== undefined && waitMs > leftMs)
  // What is opened has a time of its own, at which it is given up.
  const isToOpen = item.row.kind === 'open'
  if (isOver && !isToOpen) {
    const againMs = Math.max(limits.deliverySweepsMs[0], retryAfterMs === undefined ? 0 : waitMs)
    return leaveUnknown(deps, t, item, { detail, lookAt: t.now + againMs })
  }
  const untilMs = isToOpen ? waitMs : Math.min(waitMs, leftMs)
  await changeItem(deps, t, item, {
    detail,
    next_at: t.now + Math.max(1, untilMs),
    tracks: { looks, lookedMs: lookedMs + untilMs },
  })
}
