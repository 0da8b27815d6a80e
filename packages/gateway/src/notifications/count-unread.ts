// The one count of what is unread: for the badge, the inbox, the title and the API (NTF4). A discussion with several counts
// once, and what stands in a session that they may no longer see does not count.

import { limits, type PersonId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { countBySession, countOutsideThreads } from './notification-store.ts'
import type { RoomDeps } from './notifications-deps.ts'
import { readerOf } from './reader-of.ts'

export async function countUnread(
  deps: Pick<RoomDeps, 'people' | 'sessions' | 'isOn' | 'hasThreads'>,
  r: Reader,
  personId: PersonId,
): Promise<number> {
  const person = await deps.people.readPerson(r, personId)
  if (person?.state !== 'active') return 0
  const reader = readerOf(person)
  let unread = 0
  const limit = limits.notificationSessionsCountedMax
  const counted = deps.hasThreads() ? countBySession : countOutsideThreads
  for (const row of deps.isOn() ? await r.all(counted({ personId, limit })) : []) {
    if (await deps.sessions.mayRead(r, reader, row.session_id)) unread += row.count
  }
  return unread
}
