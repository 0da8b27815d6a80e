// The one count of what is unread: for the badge, the inbox, the title and the API (NTF4). A discussion with several counts
// once, and what stands in a session that they may no longer see does not count.

import type { PersonId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import { countBySession } from './unread-store.ts'
import type { RoomDeps } from './notifications-deps.ts'

type Deps = Pick<RoomDeps, 'people' | 'sessions' | 'turnedOn'>

export async function countUnread(deps: Deps, r: Reader, personId: PersonId): Promise<number> {
  return (await countUnreadOf(deps, r, [personId])).get(personId) ?? 0
}

/** Of all these at once; whoever has nothing unread, or is no member any more, is not in it. */
export async function countUnreadOf(
  deps: Deps,
  r: Reader,
  people: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, number>> {
  const on = deps.turnedOn()
  const unread = new Map<PersonId, number>()
  if (!on.notifications || people.length === 0) return unread
  const members = await deps.people.readPeople(r, people)
  const active = people.filter((id) => members.get(id)?.state === 'active')
  const rows = await r.all(
    countBySession({
      people: JSON.stringify(active),
      hasThreads: on.threads ? 1 : 0,
      hasMentions: on.mentions ? 1 : 0,
    }),
  )
  const counts = new Map(rows.map((row) => [`${row.person_id} ${row.session_id}`, row.count]))
  const pairs = rows.map((row) => ({ personId: row.person_id, sessionId: row.session_id }))
  for (const { personId, sessionId } of await deps.sessions.whichMaySee(r, pairs)) {
    const count = counts.get(`${personId} ${sessionId}`) ?? 0
    unread.set(personId, (unread.get(personId) ?? 0) + count)
  }
  return unread
}
