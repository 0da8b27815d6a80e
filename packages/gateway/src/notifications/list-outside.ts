// How far notifications have come outside of the web, for those who run the place: who was to be reached where, and what
// became of it. What it was about is nobody's but theirs, so none of it is said.

import type { PersonId } from '@heddle/contract'
import { decodeCursor, encodeCursor } from '../foundation/database/cursor.ts'
import type { Reader } from '../foundation/database/store.ts'
import type { Actor, Page, PageInput } from '../people/people.ts'
import { describeDelivery } from './describe-notification.ts'
import { selectOutside } from './notification-delivery-store.ts'
import type { OutsideDelivery } from './notifications.ts'
import type { RoomDeps } from './notifications-deps.ts'

const list = 'notification deliveries'

export async function listOutside(
  deps: RoomDeps,
  r: Reader,
  actor: Actor,
  { limit, cursor }: PageInput,
): Promise<Page<OutsideDelivery>> {
  deps.people.demand(actor, 'notification.oversee', { kind: 'place' })
  const rows = await selectOutside(r, decodeCursor(list, cursor)?.split(' '), limit + 1)
  const shown = rows.slice(0, limit)
  const people = await deps.people.readPeople(r, [...new Set(shown.map((row): PersonId => row.person_id))])
  const items: OutsideDelivery[] = []
  for (const row of shown) {
    const { link: _link, ...delivery } = await describeDelivery(deps, r, row)
    const { handle = '', name = '' } = people.get(row.person_id) ?? {}
    items.push({ ...delivery, person: { id: row.person_id, handle, name } })
  }
  const last = shown.at(-1)
  if (rows.length <= limit || last === undefined) return { items }
  return { items, next: encodeCursor(list, `${last.notification_id} ${last.channel}`) }
}
