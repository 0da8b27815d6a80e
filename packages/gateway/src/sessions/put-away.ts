// What archiving a session does to it, once it is decided.

import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { setWaiting } from './attendance-store.ts'
import { updateSession } from './session-store.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { SessionRow } from './sessions-tables.ts'
import { stopSession } from './stop-session.ts'
import { setPutAway } from './subagents/run-store.ts'

/** Ends what runs and waits in it first. */
export async function putAway(deps: RoomDeps, t: Tx, actor: Actor, row: SessionRow): Promise<void> {
  await stopSession(deps, t, actor, row)
  await updateSession(t, row.id, { state: 'archived', is_current: 0 })
  await t.run(setPutAway({ sessionId: row.id, isPutAway: 1 }))
  await t.run(setWaiting({ id: row.id, since: null }))
  await deps.facts.tell(t, 'session_ended', { sessionId: row.id, why: 'archived' })
  t.afterCommit(() => deps.feed.listed(row.id))
}
