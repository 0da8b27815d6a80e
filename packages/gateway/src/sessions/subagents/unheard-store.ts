// SQL of which announcements wait in a session's inbox: ended runs of which it has not heard yet.

import { limits, type RunId, type SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { queries as db } from '../sessions-tables.ts'

export const unheardOf = compileOnce<{ sessionId: SessionId }, { id: RunId }>((place) =>
  db
    .selectFrom('session_inbox')
    .innerJoin('runs', 'runs.finished_event_id', 'session_inbox.event_id')
    .select('runs.id')
    .where('session_inbox.session_id', '=', place('sessionId')),
)

export async function selectUnheard(r: Reader, parentId: SessionId): Promise<RunId[]> {
  const rows = await r.all(unheardOf({ sessionId: parentId }))
  return rows.map(({ id }) => id)
}

export const wakingIn = compileOnce<{ sessionId: SessionId }, { created_at: number; id: RunId | null }>(
  (place) =>
    db
      .selectFrom('session_inbox')
      .leftJoin('runs', 'runs.finished_event_id', 'session_inbox.event_id')
      .select(['session_inbox.created_at', 'runs.id'])
      .where('session_inbox.session_id', '=', place('sessionId'))
      .where('session_inbox.is_quiet', '=', sql.lit<0>(0)),
)

/**
 * When what waits in a session is to be taken: at once, or, where there are only announcements, after the moment in which
 * those that end at about the same time are heard together (SES4).
 */
export async function findNextHearing(t: Tx, sessionId: SessionId): Promise<number> {
  const waiting = await t.all(wakingIn({ sessionId }))
  if (waiting.some(({ id }) => id === null)) return t.now
  const first = Math.min(...waiting.map(({ created_at }) => created_at))
  return Math.max(t.now, Math.min(first, t.now) + limits.announceTogetherMs)
}

/** Of these sessions: how many of what waits are announcements, which people do not have in their queue. */
export async function countUnheard(
  r: Reader,
  rows: readonly { id: SessionId; queued: number }[],
): Promise<ReadonlyMap<SessionId, number>> {
  const counts = new Map<SessionId, number>()
  for (const { id, queued } of rows) {
    if (queued === 0) continue
    const waking = await r.all(wakingIn({ sessionId: id }))
    counts.set(id, waking.filter((row) => row.id !== null).length)
  }
  return counts
}
