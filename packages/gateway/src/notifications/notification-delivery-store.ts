// SQL of how far notifications have come on each channel.

import type { NotificationChannel, NotificationId, PersonId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type NotificationDeliveryRow, type NotificationRow, queries as db } from './notifications-tables.ts'

export const insertDelivery = compileOnce<NotificationDeliveryRow, unknown>((row) =>
  db.insertInto('notification_deliveries').values({
    notification_id: row('notification_id'),
    channel: row('channel'),
    person_id: row('person_id'),
    status: row('status'),
    why: row('why'),
    cause: row('cause'),
    attempts: row('attempts'),
    last_error: row('last_error'),
    link: row('link'),
    due_at: row('due_at'),
    updated_at: row('updated_at'),
  }),
)

export const selectDeliveries = compileOnce<{ id: NotificationId }, NotificationDeliveryRow>((given) =>
  db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('notification_id', '=', given('id'))
    .orderBy('channel'),
)

export const selectOfCause = compileOnce<{ cause: string }, NotificationDeliveryRow>((given) =>
  db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('cause', '=', given('cause'))
    .orderBy('notification_id'),
)

export interface DueRow {
  delivery: NotificationDeliveryRow
  notification: NotificationRow
}

/** All that waits for one person on one channel, the first due first. */
export async function selectWaiting(
  r: Reader,
  personId: PersonId,
  channel: NotificationChannel,
  limit: number,
): Promise<DueRow[]> {
  const deliveries = await r.all(selectDue({ personId, channel, limit }))
  const ids = JSON.stringify(deliveries.map((row) => row.notification_id))
  const notifications = await r.all(
    db
      .selectFrom('notifications')
      .selectAll()
      .where('id', 'in', sql<NotificationId>`(select value from json_each(${ids}))`),
  )
  const known = new Map(notifications.map((row) => [row.id, row]))
  return deliveries.flatMap((delivery) => {
    const notification = known.get(delivery.notification_id)
    return notification ? [{ delivery, notification }] : []
  })
}

const selectDue = compileOnce<
  { personId: PersonId; channel: NotificationChannel; limit: number },
  NotificationDeliveryRow
>((given) =>
  db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('person_id', '=', given('personId'))
    .where('channel', '=', given('channel'))
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(given('limit')),
)

export const selectNextDue = compileOnce<
  { personId: PersonId; channel: NotificationChannel },
  { due_at: number | null }
>((given) =>
  db
    .selectFrom('notification_deliveries')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .where('person_id', '=', given('personId'))
    .where('channel', '=', given('channel'))
    .where('due_at', 'is not', null),
)

export async function updateDelivery(
  t: Tx,
  { notification_id: id, channel }: Pick<NotificationDeliveryRow, 'notification_id' | 'channel'>,
  change: Partial<NotificationDeliveryRow>,
): Promise<void> {
  await t.run(
    db
      .updateTable('notification_deliveries')
      .set({ ...change, updated_at: t.now })
      .where('notification_id', '=', id)
      .where('channel', '=', channel),
  )
}

/** Of those that are not settled: by channel and status. */
export function selectOpenCounts(
  r: Reader,
): Promise<{ channel: NotificationChannel; status: NotificationDeliveryRow['status']; count: number }[]> {
  return r.all(
    db
      .selectFrom('notification_deliveries')
      .select(['channel', 'status', ({ fn }) => fn.countAll<number>().as('count')])
      .where(sql<boolean>`status in ('pending', 'held', 'retrying', 'unknown')`)
      .groupBy(['channel', 'status']),
  )
}
