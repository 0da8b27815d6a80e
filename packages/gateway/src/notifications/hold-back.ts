// What is told outside of the web waits a while; what waits already for the same discussion takes it along.

import type { NotificationChannel, PersonId } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { selectDueOf } from './notification-delivery-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationDeliveryRow, NotificationRow } from './notifications-tables.ts'

export interface Held {
  row: NotificationRow
  delivery: NotificationDeliveryRow
}

/** All of one source; with the time at which each is due, and a timer that looks at it then. */
export async function holdBack(
  deps: Pick<RoomDeps, 'grace' | 'timers'>,
  t: Tx,
  held: readonly Held[],
): Promise<NotificationDeliveryRow[]> {
  const [first] = held
  if (!first) return []
  const people = JSON.stringify([...new Set(held.map(({ row }) => row.person_id))])
  const waiting = new Map(
    (await t.all(selectDueOf({ people, threadId: first.row.thread_id }))).map((due) => [
      `${due.person_id} ${due.channel}`,
      due,
    ]),
  )
  const due: NotificationDeliveryRow[] = []
  for (const { row, delivery } of held) {
    const { person_id: personId, channel } = delivery
    const before = waiting.get(`${personId} ${channel}`)
    const own = t.now + (row.reason === 'mention' ? deps.grace.mentionMs : deps.grace.otherMs)
    const dueAt = Math.min(own, before?.same ?? own)
    due.push({ ...delivery, due_at: dueAt })
    // Whatever is due before that, and not yet, has its timer, which looks at this afterwards.
    const isAwaited = before !== undefined && before.next > t.now && before.next <= dueAt
    if (!isAwaited) await wakeDispatch(deps, t, personId, channel, Math.min(dueAt, before?.next ?? dueAt))
  }
  return due
}

/** Lets what waits for somebody on a channel be looked at when the first of it is due. */
export async function wakeDispatch(
  deps: Pick<RoomDeps, 'timers'>,
  t: Tx,
  personId: PersonId,
  channel: NotificationChannel,
  dueAt: number,
): Promise<void> {
  const key = `notify:${personId}:${channel}`
  await deps.timers.schedule(t, key, {
    kind: 'notifications.dispatch',
    lane: 'deliveries',
    key,
    subject: JSON.stringify({ personId, channel }),
    dueAt,
  })
}
