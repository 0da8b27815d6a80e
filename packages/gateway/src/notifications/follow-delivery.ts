// What the outbox came to is put on record here, where it stays after the outbox has forgotten it, and shown to whoever
// looks.

import type { NotificationStatus, Suppression } from '@heddle/contract'
import { limits, settledStates } from '@heddle/contract'
import type { Delivery } from '../delivery/delivery.ts'
import type { Tx } from '../foundation/database/store.ts'
import { chooseStatus } from './choose-status.ts'
import { readItem } from './describe-notification.ts'
import { wakeDispatch } from './hold-back.ts'
import { judgeHeld } from './judge-held.ts'
import { type DueRow, selectTold, updateDelivery } from './notification-delivery-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationDeliveryRow } from './notifications-tables.ts'
import { expiryOf, retryPolicy } from './retry-policy.ts'
import { tellNews } from './tell-news.ts'

export async function followDelivery(deps: RoomDeps, t: Tx, cause: string): Promise<void> {
  const item = await readItem(deps, t, cause)
  if (item === undefined) return
  const told = await selectTold(t, cause)
  const tries = triesOf(item, told)
  for (const one of told) {
    const { delivery: row, notification } = one
    if (row.status === 'suppressed') continue
    if (isToGoOn(item, row, tries, t.now)) await goOn(deps, t, row, tries)
    else await record(deps, t, item, one)
    await tellNews(deps, t, 'notification.changed', [notification])
  }
}

/** Those of the outbox, without what the platform asked to wait for and what was tried before it came there. */
export function triesOf(item: Delivery | undefined, told: readonly DueRow[]): number {
  if (item === undefined) return 0
  const before = Math.max(0, ...told.map(({ delivery }) => delivery.attempts))
  return Math.max(0, item.attempts - item.spared - before)
}

/** It was given up for the first of those that it told of: whatever came to it later has time and tries left. */
function isToGoOn(item: Delivery, row: NotificationDeliveryRow, tries: number, now: number): boolean {
  // What may be there already is not sent by another name.
  if (item.state !== 'gave_up' || item.isResent || row.status !== 'pending') return false
  return row.attempts + tries < retryPolicy.attemptsMax && now < expiryOf(row.tried_at ?? now)
}

async function goOn(deps: RoomDeps, t: Tx, row: NotificationDeliveryRow, tries: number): Promise<void> {
  const dueAt = t.now + limits.notifyRetryLookMs
  await updateDelivery(t, row, {
    status: 'retrying',
    cause: null,
    attempts: row.attempts + tries,
    due_at: dueAt,
  })
  deps.count(t, row.channel, 'retried')
  await wakeDispatch(deps, t, row.person_id, row.channel, dueAt)
}

async function record(deps: RoomDeps, t: Tx, item: Delivery, told: DueRow): Promise<void> {
  const { delivery: row } = told
  const status: NotificationStatus = chooseStatus(item)
  const isSettled = settledStates.includes(item.state)
  await updateDelivery(t, row, {
    // What nobody knows may still be found; then the outbox says so.
    ...(isSettled && { status, attempts: item.attempts, last_error: item.detail, link: item.link }),
    ...(status === 'suppressed' && { why: await readWhy(deps, t, item, told) }),
  })
  if (isSettled) {
    deps.count(t, row.channel, status)
    // What was tried before it came to the outbox is counted already.
    for (let again = 1; again < item.attempts - row.attempts; again++) deps.count(t, row.channel, 'retried')
  } else if (status === 'unknown') deps.count(t, row.channel, status)
}

/** It was called off while nobody knew whether it had left: each of what it told of for its own reason. */
async function readWhy(deps: RoomDeps, t: Tx, { reason }: Delivery, told: DueRow): Promise<Suppression> {
  if (reason === 'dismissed') return 'dismissed'
  const judged = await judgeHeld(deps, t, told)
  return judged.kind === 'suppress' ? judged.why : 'source_deleted'
}
