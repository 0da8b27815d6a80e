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
  const upTo =
    what.threadId === null
      ? await deps.sessions.readMark(r, what.personId, what.sessionId)
      : await deps.sources.readUpTo(r, what.personId, what.threadId)
  return what.seq <= upTo
}
