// Which announcements wait in a session's inbox: ended runs of which it has not heard yet.

import { limits, type RunId, type SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { queries as db } from '../sessions-tables.ts'

export async function selectUnheard(r: Reader, parentId: SessionId): Promise<RunId[]> {
  const rows = await r.all(
    db
      .selectFrom('session_inbox')
      .innerJoin('runs', 'runs.finished_event_id', 'session_inbox.event_id')
      .select('runs.id')
      .where('session_inbox.session_id', '=', parentId)
      .where('runs.parent_id', '=', parentId),
  )
  return rows.map(({ id }) => id)
}

/**
 * When what waits in a session is to be taken: at once, or, where there are only announcements, after the moment in which
 * those that end at about the same time are heard together (SES4).
 */
export async function findNextHearing(t: Tx, sessionId: SessionId): Promise<number> {
  const waiting = await t.all(
    db
      .selectFrom('session_inbox')
      .leftJoin('runs', 'runs.finished_event_id', 'session_inbox.event_id')
      .select(['session_inbox.created_at', 'runs.id'])
      .where('session_inbox.session_id', '=', sessionId)
      .where('session_inbox.is_quiet', '=', 0),
  )
  if (waiting.some(({ id }) => id === null)) return t.now
  const first = Math.min(...waiting.map(({ created_at }) => created_at))
  return Math.max(t.now, Math.min(first, t.now) + limits.announceTogetherMs)
}
