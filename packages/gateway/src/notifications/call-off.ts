// What is told to somebody is not to be told any more, because it was read, settled or deleted: it is read, what waits
// elsewhere does not leave, and what has left stays.

import type { PersonId, Suppression } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import { judgeHeld } from './judge-held.ts'
import { selectDeliveries, selectTold, updateDelivery } from './notification-delivery-store.ts'
import { setReadAt } from './notification-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import type { NotificationDeliveryRow, NotificationRow } from './notifications-tables.ts'
import { tellChanges, tellNews } from './tell-news.ts'

export async function callOff(
  deps: RoomDeps,
  t: Tx,
  rows: readonly NotificationRow[],
  why: Extract<Suppression, 'read' | 'source_deleted'>,
): Promise<void> {
  if (rows.length === 0) return
  const unread = rows.filter((row) => row.read_at === null)
  await setReadAt(
    t,
    unread.map(({ id }) => id),
    t.now,
  )
  const changed = new Map(unread.map((row) => [row.id, row]))
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const delivery of await t.all(selectDeliveries({ ids: JSON.stringify([...known.keys()]) }))) {
    const row = known.get(delivery.notification_id)
    if (row && (await suppress(deps, t, delivery, why))) changed.set(row.id, row)
  }
  await tellAll(
    deps,
    t,
    [...changed.values()].map((row) => ({ ...row, read_at: row.read_at ?? t.now })),
  )
}

/** Each person once, whether one of theirs changed or many. */
async function tellAll(deps: RoomDeps, t: Tx, rows: readonly NotificationRow[]): Promise<void> {
  const byPerson = Map.groupBy(rows, (row): PersonId => row.person_id)
  const single = [...byPerson.values()].flatMap((theirs) => (theirs.length === 1 ? theirs : []))
  await tellNews(deps, t, 'notification.changed', single)
  for (const [personId, theirs] of byPerson) if (theirs.length > 1) await tellChanges(deps, t, personId)
}

/** False if nothing of it could be held back. */
async function suppress(
  deps: RoomDeps,
  t: Tx,
  delivery: NotificationDeliveryRow,
  why: Suppression,
): Promise<boolean> {
  if (delivery.due_at !== null) {
    await updateDelivery(t, delivery, { status: 'suppressed', why, due_at: null })
    deps.count(t, delivery.channel, 'suppressed')
    return true
  }
  if (delivery.status !== 'pending' || delivery.cause === null) return false
  const told = await selectTold(t, delivery.cause)
  // One message may tell of several: it is called off with the last of them.
  if (told.some(({ notification }) => notification.read_at === null)) return false
  const withdrawn = await deps.deliveries.withdraw(
    t,
    delivery.cause,
    why === 'read' ? 'told_elsewhere' : 'undone',
  )
  if (withdrawn === 0) return false
  for (const other of told) {
    const isSame = other.delivery.notification_id === delivery.notification_id
    const judged = isSame ? undefined : await judgeHeld(deps, t, other)
    const own = judged?.kind === 'suppress' ? judged.why : why
    await updateDelivery(t, other.delivery, { status: 'suppressed', why: own, cause: null })
    deps.count(t, other.delivery.channel, 'suppressed')
  }
  return true
}
