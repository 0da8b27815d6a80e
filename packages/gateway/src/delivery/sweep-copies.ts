// A later look at what nobody was sure of: whether what was sent again is there twice, or once although it was refused,
// whether what could not be read can be by now, whether a conversation was opened after it had been given up. The body of
// a timer.

import { type DeliveryId, limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import { readPause } from './accounts.ts'
import { changeItem } from './change-item.ts'
import { chooseNextLook, type NextLook, type Swept } from './choose-next-look.ts'
import type { RoomDeps } from './deliver-deps.ts'
import { selectDelivery, updateDelivery } from './delivery-store.ts'
import { undoAnchors, undoOpening } from './enqueue-place.ts'
import {
  isLeftUnknown,
  type Item,
  itemOfRow,
  mayBeThereLate,
  mayStandLetBe,
  mayStandTwice,
  placeOf,
  writeExtra,
} from './item.ts'
import { mayStandThere } from './look-after-opening.ts'
import { type Opened, type Sought, seek } from './make-request.ts'
import { forgotten, loadItem, recordSent } from './record-end.ts'
import { removeCopies, unclaimed } from './record-look.ts'
import { settleLeft } from './settle-left.ts'
import { waitOutside } from './wait-outside.ts'

export async function sweepCopies(deps: RoomDeps, job: Job, id: DeliveryId): Promise<void> {
  const row = await deps.store.read((r) => r.one(selectDelivery({ id })))
  const item = row && itemOfRow(row)
  if (!item || !isDoubtful(item)) {
    deps.lookedAt.delete(id)
    return job.commit(async () => undefined)
  }
  const looked = await lookFor(deps, job, item)
  await job.commit(async (t) => {
    const row = await t.one(selectDelivery({ id }))
    const fresh = row && itemOfRow(row)
    if (!fresh || !isDoubtful(fresh)) return
    const next = isLeftUnknown(fresh)
      ? await settleLeft(deps, t, fresh, looked.sought)
      : await follow(deps, t, fresh, looked)
    if (next !== undefined) await job.again(t, typeof next === 'number' ? next : next.at)
    noteLook(deps, t, fresh, typeof next === 'number' ? undefined : next?.swept)
    const last = await loadItem(t, id)
    // Unless this look made something else of it, which is looked at anew.
    if (last.row.state !== fresh.row.state) return
    if (next === undefined) await forgetTraces(deps, t, last)
    else if (typeof next !== 'number') await noteSwept(t, last, next.swept)
  })
}

/** What was kept until now to find it by. */
async function forgetTraces(deps: RoomDeps, t: Tx, item: Item): Promise<void> {
  if (item.tracks.swept !== undefined) await noteSwept(t, item, undefined)
  const isUnwanted = item.tracks.unwanted === 'redacted'
  if (item.row.kind !== 'message' || !(isUnwanted || item.tracks.askedAs !== undefined)) return
  const tracks = { askedAs: undefined, swept: undefined }
  await changeItem(deps, t, item, { ...forgotten(item), tracks })
}

/** In memory alone: a clock that is set twice between two looks is rare enough without a crash besides. */
function noteLook(deps: RoomDeps, t: Tx, { row, tracks }: Item, swept: Swept | undefined): void {
  const atMs = deps.clock.mono()
  t.afterCommit(() => {
    if (swept === undefined) deps.lookedAt.delete(row.id)
    else if (swept.reads > (tracks.swept?.reads ?? 0)) deps.lookedAt.set(row.id, atMs)
  })
}

/** It is as it was, and since when: that one has looked is no change of it. */
async function noteSwept(t: Tx, { row, content, tracks }: Item, swept: Swept | undefined): Promise<void> {
  await updateDelivery(t, row.id, { extra: writeExtra(content, { ...tracks, swept }) })
}

interface Looked {
  sought: Sought
  /** Nobody could ask. */
  isBarred: boolean
}

async function lookFor(deps: RoomDeps, job: Job, item: Item): Promise<Looked> {
  const place = placeOf(item)
  const channel = place && deps.channels.find(place.channel, place.accountId)
  if (!place || !channel) return barred('The account is not connected.')
  const { paused_until: until, paused_why: why } = await deps.store.read((r) => readPause(r, place))
  // By the time that was put on record: a clock that is set back must not make it longer.
  const pausedMs = (until ?? 0) - deps.store.now()
  if (pausedMs > 0) {
    return barred(why ?? 'The account is paused.', Math.min(pausedMs, limits.deliveryPausedLookMs))
  }
  return { sought: await waitOutside(deps, job, () => seek(deps, item, place, channel)), isBarred: false }
}

function barred(detail: string, retryAfterMs: number = limits.deliverySweepAgainMs): Looked {
  return { sought: { kind: 'unreadable', detail, retryAfterMs }, isBarred: true }
}

function isDoubtful(item: Item): boolean {
  const { row } = item
  if (row.kind === 'open') return row.state === 'sent' ? row.is_resent === 1 : mayStandThere(item)
  if (mayStandLetBe(item)) return item.tracks.unwanted !== undefined || mayStandTwice(item)
  return isLeftUnknown(item) || mayBeThereLate(item) || (row.state === 'sent' && row.is_resent === 1)
}

/** When to look again, if at all. */
async function follow(
  deps: RoomDeps,
  t: Tx,
  item: Item,
  { sought, isBarred }: Looked,
): Promise<NextLook | undefined> {
  const { sent_at: sentAt, started_at: startedAt, updated_at: endedAt } = item.row
  const since = mayBeThereLate(item) || mayStandLetBe(item) ? endedAt : (sentAt ?? startedAt ?? endedAt)
  const about = { since, now: t.now, before: item.tracks.swept }
  if (sought.kind === 'unreadable') {
    const { retryAfterMs, detail } = sought
    const next = chooseNextLook({ ...about, end: isBarred ? 'barred' : 'unreadable', retryAfterMs })
    if (next === undefined)
      deps.log.warn('it could not be read whether something is there twice', {
        delivery: item.row.id,
        detail,
      })
    return next
  }
  if (sought.kind === 'opened') await followOpened(deps, t, item, sought.opened)
  if (sought.kind === 'begun') await undoAnchors(deps, t, item, sought.anchorIds)
  if (sought.kind === 'found') await followCopies(deps, t, item, sought.copies)
  const lookedAt = deps.lookedAt.get(item.row.id)
  const sinceLastMs = lookedAt === undefined ? undefined : deps.clock.mono() - lookedAt
  return chooseNextLook({ ...about, end: 'read', sinceLastMs })
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
  if (mayStandLetBe(item)) {
    const isUnwanted = item.tracks.unwanted !== undefined
    return removeCopies(deps, t, item, isUnwanted ? copies : copies.slice(1))
  }
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
