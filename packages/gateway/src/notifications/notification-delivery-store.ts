// SQL of how far notifications have come on each channel.

import type { NotificationChannel, NotificationId, PersonId, ThreadId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import { type NotificationDeliveryRow, type NotificationRow, queries as db } from './notifications-tables.ts'

const columns = [
  'notification_id',
  'channel',
  'person_id',
  'status',
  'why',
  'cause',
  'attempts',
  'last_error',
  'link',
  'due_at',
  'tried_at',
  'updated_at',
] as const

/** By one statement, however many they are. */
export async function insertDeliveries(t: Tx, rows: readonly NotificationDeliveryRow[]): Promise<void> {
  if (rows.length > 0) await t.run(insertAll({ rows: JSON.stringify(rows) }))
}

const insertAll = compileOnce<{ rows: string }, unknown>((given) => {
  const values = columns.map((column) => sql`value ->> ${sql.lit(column)}`)
  return db
    .insertInto('notification_deliveries')
    .columns(columns)
    .expression(
      () => sql<NotificationDeliveryRow>`select ${sql.join(values)} from json_each(${given('rows')})`,
    )
})

/** Of these notifications, a list in JSON. */
export const selectDeliveries = compileOnce<{ ids: string }, NotificationDeliveryRow>((given) =>
  db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('notification_id', 'in', sql<NotificationId>`(select value from json_each(${given('ids')}))`)
    .orderBy('notification_id')
    .orderBy('channel'),
)

/** What the message of that cause tells of, oldest first. */
export async function selectTold(r: Reader, cause: string): Promise<DueRow[]> {
  return withNotifications(r, await r.all(selectOfCause({ cause })))
}

export const selectOfCause = compileOnce<{ cause: string }, NotificationDeliveryRow>((given) =>
  db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('cause', '=', given('cause'))
    .orderBy('notification_id'),
)

/** Not in the web, newest first; after what stands at that notification and channel. */
export function selectOutside(
  r: Reader,
  after: readonly string[] | undefined,
  limit: number,
): Promise<NotificationDeliveryRow[]> {
  let query = db
    .selectFrom('notification_deliveries')
    .selectAll()
    // A literal lets SQLite use the partial index.
    .where(sql<boolean>`channel <> 'in_app'`)
  if (after !== undefined) {
    const [id = '', channel = ''] = after
    query = query.where(sql<boolean>`(notification_id, channel) < (${id}, ${channel})`)
  }
  return r.all(query.orderBy('notification_id', 'desc').orderBy('channel', 'desc').limit(limit))
}

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
  return withNotifications(r, await r.all(selectDue({ personId, channel, limit })))
}

async function withNotifications(
  r: Reader,
  deliveries: readonly NotificationDeliveryRow[],
): Promise<DueRow[]> {
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

/** By person, of a list in JSON, and channel: when the first of what waits is due, and the first of that thread. */
export const selectDueOf = compileOnce<
  { people: string; threadId: ThreadId | null },
  { person_id: PersonId; channel: NotificationChannel; next: number; same: number | null }
>((given) =>
  db
    .selectFrom('notification_deliveries as delivery')
    .innerJoin('notifications', 'notifications.id', 'delivery.notification_id')
    .select(['delivery.person_id', 'delivery.channel'])
    .select([
      sql<number>`min(delivery.due_at)`.as('next'),
      sql<
        number | null
      >`min(case when notifications.thread_id = ${given('threadId')} then delivery.due_at end)`.as('same'),
    ])
    .where('delivery.person_id', 'in', sql<PersonId>`(select value from json_each(${given('people')}))`)
    .where('delivery.due_at', 'is not', null)
    .groupBy(['delivery.person_id', 'delivery.channel']),
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

/** So that it begins anew there. */
export async function deleteDeliveries(
  t: Tx,
  id: NotificationId,
  channels: readonly NotificationChannel[],
): Promise<void> {
  if (channels.length === 0) return
  await t.run(
    db
      .deleteFrom('notification_deliveries')
      .where('notification_id', '=', id)
      .where('channel', 'in', [...channels]),
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
