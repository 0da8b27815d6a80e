// An edit names somebody who was told of the reply already: what they were told is a mention from then on. It stays the one
// notification that it was, and reaches them also where they want to hear of mentions and heard nothing of it yet; where it
// was delivered, or is on its way, it is not told once more.

import type { NotificationChannel } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { wakeDispatch } from './hold-back.ts'
import {
  deleteDeliveries,
  selectDeliveries,
  selectNextDue,
  updateDelivery,
} from './notification-delivery-store.ts'
import { selectOfSource, updateNotification } from './notification-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationDeliveryRow, NotificationRow } from './notifications-tables.ts'

export interface Strengthened {
  row: NotificationRow
  /** Where they hear of it for the first time. */
  channels: NotificationChannel[]
}

/** `told`: all of one source, as they would be told now. */
export async function strengthen(
  deps: RoomDeps,
  t: Tx,
  told: readonly { row: NotificationRow; channels: readonly NotificationChannel[] }[],
): Promise<Strengthened[]> {
  const named = told.filter(({ row }) => row.reason === 'mention')
  const [first] = named
  if (!first) return []
  const before = new Map(
    (await t.all(selectOfSource({ sourceEventId: first.row.source_event_id }))).map((row) => [
      row.person_id,
      row,
    ]),
  )
  const stronger: Strengthened[] = []
  for (const { row: wish, channels } of named) {
    const row = before.get(wish.person_id)
    if (!row || row.reason === 'mention') continue
    const { reason, also_reasons, seq, in_inbox } = wish
    // Who has read the reply, and not this, has something to read.
    const change = { reason, also_reasons, seq, in_inbox, read_at: wish.read_at && row.read_at }
    await updateNotification(t, row.id, change)
    const unheard = await findUnheard(deps, t, row, channels)
    stronger.push({ row: { ...row, ...change }, channels: unheard })
  }
  return stronger
}

/** What waits already waits no longer than a mention does. */
async function findUnheard(
  deps: RoomDeps,
  t: Tx,
  row: NotificationRow,
  channels: readonly NotificationChannel[],
): Promise<NotificationChannel[]> {
  const there = new Map(
    (await t.all(selectDeliveries({ ids: JSON.stringify([row.id]) }))).map((delivery) => [
      delivery.channel,
      delivery,
    ]),
  )
  const unheard: NotificationChannel[] = []
  for (const channel of channels) {
    const delivery = there.get(channel)
    if (delivery?.due_at != null) await hurry(deps, t, delivery, delivery.due_at)
    else if (delivery === undefined || hasNeverLeft(delivery)) unheard.push(channel)
  }
  await deleteDeliveries(t, row.id, unheard)
  return unheard
}

/** It was called off before it was sent, and nobody decided that it should not be. */
function hasNeverLeft({ status, cause, why }: NotificationDeliveryRow): boolean {
  return status === 'suppressed' && cause === null && why !== 'dismissed'
}

async function hurry(deps: RoomDeps, t: Tx, delivery: NotificationDeliveryRow, dueAt: number): Promise<void> {
  const soon = t.now + deps.grace.mentionMs
  // What was tried waits for its platform.
  if (delivery.status !== 'held' || dueAt <= soon) return
  await updateDelivery(t, delivery, { due_at: soon })
  const { person_id: personId, channel } = delivery
  const next = (await t.one(selectNextDue({ personId, channel })))?.due_at ?? soon
  await wakeDispatch(deps, t, personId, channel, next)
}
