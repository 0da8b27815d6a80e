// Takes what stands first in a lane: as far as the database alone can tell what becomes of it, that is written; what needs
// a request is marked as under way before anything leaves (I4).

import { type DeliveryReason, limits } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { unreachable } from '../foundation/states.ts'
import { readPause } from './accounts.ts'
import { changeItem, emptied } from './change-item.ts'
import { chooseNext, type Next } from './choose-next.ts'
import { type RoomDeps, scheduleSweep } from './deliver-deps.ts'
import { selectExpiredOpenings, selectHead, selectUnderWay } from './delivery-store.ts'
import { hasNotLeft } from './delivery-states.ts'
import { type Item, itemOfRow, placeOf, triesLeft } from './item.ts'
import { lookAfterOpening } from './look-after-opening.ts'
import type { OutboundChannel } from './ports.ts'
import { prepareRequest, type Prepared } from './prepare-request.ts'
import { forgotten } from './record-end.ts'

export type Step =
  /** Nothing is due before that time; undefined: nothing is left. */
  | { kind: 'rest'; until: number | undefined }
  | ({ kind: 'request' } & Prepared)
  | { kind: 'look'; item: Item; channel: OutboundChannel }

/** How many are settled without a request in one transaction. */
const settledAtOnce = 50
const openingsMax = 200

export async function takeNext(deps: RoomDeps, t: Tx, destination: string): Promise<Step> {
  for (let i = 0; i < settledAtOnce; i++) {
    const head = await look(deps, t, destination)
    if (!head) return { kind: 'rest', until: undefined }
    const step = await carryOn(deps, t, head)
    if (step) return step
  }
  return { kind: 'rest', until: t.now }
}

/** When a lane has something to do again; undefined: when something new comes. */
export async function whenNext(deps: RoomDeps, t: Tx, destination: string): Promise<number | undefined> {
  const head = await look(deps, t, destination)
  if (!head) return undefined
  return head.next.kind === 'wait' ? head.next.until : t.now
}

/** Nobody waits for these any more, wherever they stand in the lane. */
export async function expireOpenings(deps: RoomDeps, t: Tx, destination: string): Promise<void> {
  const expired = await t.all(selectExpiredOpenings({ destination, now: t.now, limit: openingsMax }))
  for (const row of expired) await giveUp(deps, t, itemOfRow(row), 'too_old')
}

interface Head {
  item: Item
  channel: OutboundChannel | undefined
  next: Next
  pausedWhy: string | null
}

async function look(deps: RoomDeps, t: Tx, destination: string): Promise<Head | undefined> {
  const item = await headOf(t, destination)
  if (!item) return undefined
  const { row } = item
  const { channel: name, account_id: accountId } = row
  if (name === null || accountId === null)
    throw new Error(`the delivery ${row.id} stands in a lane without a place`)
  const channel = deps.channels.find(name, accountId)
  const pause = await readPause(t, { channel: name, accountId })
  const canLook = row.kind === 'open' ? channel?.opener !== undefined : channel?.sender.find !== undefined
  const next = chooseNext(
    {
      kind: row.kind,
      state: row.state,
      attempts: row.attempts,
      triesLeft: triesLeft(item),
      since: item.tracks.since ?? row.created_at,
      nextAt: row.next_at,
      startedAt: row.started_at,
      expiresAt: row.expires_at,
      unwanted: item.tracks.unwanted,
    },
    {
      now: t.now,
      isAbsent: channel === undefined,
      pausedUntil: pause.paused_until,
      canLook,
      settleMs: deps.times.settleMs,
    },
  )
  return { item, channel, next, pausedWhy: pause.paused_why }
}

/** What comes back stands before others that left long after it, and waits for what is known of those: one at a time (I5). */
async function headOf(t: Tx, destination: string): Promise<Item | undefined> {
  const row = await t.one(selectHead({ destination }))
  if (!row) return undefined
  const item = itemOfRow(row)
  const comesBack = row.is_resent === 1 || item.tracks.since !== undefined
  if (!comesBack || !hasNotLeft(row.state)) return item
  const underWay = await t.one(selectUnderWay({ destination }))
  return underWay ? itemOfRow(underWay) : item
}

async function carryOn(deps: RoomDeps, t: Tx, head: Head): Promise<Step | undefined> {
  const { item, channel, next } = head
  switch (next.kind) {
    case 'wait':
      if (next.why === 'account') await showPause(deps, t, head)
      return { kind: 'rest', until: next.until }
    case 'give_up':
      await giveUp(deps, t, item, next.reason)
      return undefined
    case 'withdraw':
      await changeItem(deps, t, item, { state: 'withdrawn', reason: next.reason, ...forgotten(item) })
      return undefined
    case 'doubt':
      await changeItem(deps, t, item, {
        state: 'unknown',
        reason: 'no_answer',
        next_at: next.until,
        tracks: item.row.kind === 'open' ? { mayBeThere: true } : {},
      })
      return undefined
    case 'leave':
      await leaveUnknown(deps, t, item, { detail: 'This channel cannot say whether it is there.' })
      return undefined
    case 'look':
      return channel && { kind: 'look', item, channel }
    case 'send': {
      if (!channel) return { kind: 'rest', until: t.now + limits.deliveryPausedLookMs }
      if (await deps.isLost?.(t, item.row.cause)) {
        await changeItem(deps, t, item, { state: 'withdrawn', reason: 'undone', ...emptied(item) })
        return undefined
      }
      const prepared = await prepareRequest(deps, t, item, channel)
      return prepared && { kind: 'request', ...prepared }
    }
    default:
      return unreachable(next)
  }
}

/** It is shown with its reason; written once, not at every look. */
async function showPause(deps: RoomDeps, t: Tx, { item, channel, pausedWhy }: Head): Promise<void> {
  const { row } = item
  const isShown = row.state === 'waiting' && row.reason !== null
  if (isShown || !hasNotLeft(row.state)) return
  const place = placeOf(item)
  const detail = channel
    ? pausedWhy
    : `The account ${place?.accountId} of ${place?.channel} is not connected.`
  await changeItem(deps, t, item, { state: 'waiting', reason: 'account_paused', detail })
}

export async function giveUp(deps: RoomDeps, t: Tx, item: Item, reason: DeliveryReason): Promise<void> {
  await changeItem(deps, t, item, { state: 'gave_up', reason })
  await lookAfterOpening(deps, t, item)
}

/** Others go on; from `lookAt` on one looks now and then whether it can be read by then. Absent: it never can. */
export async function leaveUnknown(
  deps: RoomDeps,
  t: Tx,
  item: Item,
  { detail, lookAt }: { detail: string; lookAt?: number },
): Promise<void> {
  const { id, cause, destination } = item.row
  await changeItem(deps, t, item, { state: 'unknown', reason: 'unreadable', detail })
  await deps.facts.tell(t, 'delivery_left_unknown', { deliveryId: id, cause })
  if (lookAt !== undefined) await scheduleSweep(deps, t, { destination, id, at: lookAt })
}
