// Whether somebody has read as far as something stands. They may have been faster than the reaction that tells them.

import type { NotificationReason, PersonId, SessionId, ThreadId } from '@heddle/contract'
import type { Reader } from '../foundation/database/store.ts'
import type { RoomDeps } from './notifications-deps.ts'

export async function hasRead(
  deps: Pick<RoomDeps, 'sessions' | 'sources'>,
  r: Reader,
  what: {
    personId: PersonId
    reason: NotificationReason
    sessionId: SessionId
    threadId: ThreadId | null
    seq: number
  },
): Promise<boolean> {
  // What has to be decided does not go away by having been seen.
  if (what.reason === 'approval') return false
  const marks = await readMarksOf(deps, r, [what.personId], what)
  return what.seq <= (marks.get(what.personId) ?? 0)
}

/** How far these have read there; whoever has read nothing is not in it. */
export function readMarksOf(
  deps: Pick<RoomDeps, 'sessions' | 'sources'>,
  r: Reader,
  people: readonly PersonId[],
  at: { sessionId: SessionId; threadId: ThreadId | null },
): Promise<ReadonlyMap<PersonId, number>> {
  if (at.threadId === null) return deps.sessions.readMarksOf(r, people, at.sessionId)
  return deps.sources.readUpTo(r, people, at.threadId)
}
