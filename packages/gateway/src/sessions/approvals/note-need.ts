// Whom an approval waits for: those who take part in its session and, if that is a sub-agent's, those who take part in
// the one at the top, because only that stands in their list.

import type { SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { setWaiting, waitForUnread } from '../attendance-store.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { SessionRow } from '../sessions-tables.ts'
import { selectRunOfSession } from '../subagents/run-store.ts'

export async function beginNeed(
  deps: Pick<RoomDeps, 'feed'>,
  t: Tx,
  session: Pick<SessionRow, 'id' | 'parent_id'>,
): Promise<void> {
  const rootId = await findRoot(t, session)
  await t.run(setWaiting({ id: session.id, since: t.now }))
  if (rootId !== undefined) await t.run(setWaiting({ id: rootId, since: t.now }))
  tellLists(deps, t, session.id, rootId)
}

/** Once the last one is settled, the session waits for nobody; the one at the top, as long as none is open below it. */
export async function endNeed(deps: Pick<RoomDeps, 'feed'>, t: Tx, sessionId: SessionId): Promise<void> {
  const session = await t.one(selectSession({ id: sessionId }))
  if (!session) return
  if (!isNeeding(session)) await t.run(setWaiting({ id: sessionId, since: null }))
  const rootId = await findRoot(t, session)
  const root = rootId && (await t.one(selectSession({ id: rootId })))
  // Its own turns may have ended meanwhile without anybody having looked.
  if (root && !isNeeding(root)) await t.run(waitForUnread({ id: root.id }))
  tellLists(deps, t, sessionId, rootId)
}

/** Somebody's word is wanted in it or below it, which having seen it does not settle. */
export function isNeeding(row: Pick<SessionRow, 'open_approvals' | 'open_below'>): boolean {
  return row.open_approvals + row.open_below > 0
}

async function findRoot(
  t: Tx,
  { id, parent_id }: Pick<SessionRow, 'id' | 'parent_id'>,
): Promise<SessionId | undefined> {
  if (parent_id === null) return undefined
  return (await t.one(selectRunOfSession({ sessionId: id })))?.root_id
}

function tellLists(
  { feed }: Pick<RoomDeps, 'feed'>,
  t: Tx,
  id: SessionId,
  rootId: SessionId | undefined,
): void {
  t.afterCommit(() => {
    feed.listed(id)
    if (rootId !== undefined) feed.listed(rootId)
  })
}
