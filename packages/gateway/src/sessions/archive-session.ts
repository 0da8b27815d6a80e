// Putting a session away, and taking it out again. Both are one right, and audited.

import { refused } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import { putAway } from './put-away.ts'
import { isListedIn, resourceOf } from './session.ts'
import { selectSession, selectSessionByKey, updateSession } from './session-store.ts'
import { selectRunOfSession, setPutAway } from './subagents/run-store.ts'
import { killTree } from './subagents/stop-tree.ts'
import type { RoomDeps } from './sessions-deps.ts'
import type { SessionRow } from './sessions-tables.ts'

/** False when it is as wanted already. The caller has seen the session, and puts the change on its log. */
export async function setArchived(
  deps: RoomDeps,
  t: Tx,
  actor: Actor,
  { id }: Pick<SessionRow, 'id'>,
  archived: boolean,
): Promise<boolean> {
  const row = await t.one(selectSession({ id }))
  if (!row) throw refused('not_found')
  const isListed = await isListedIn(t, actor, id)
  await deps.people.permit(t, actor, 'session.archive', resourceOf(actor, { row, isListed }), { archived })
  if ((row.state === 'archived') === archived) return false
  if (!archived) await takeOut(t, row)
  else {
    await deps.boundPlaces.followOver(t, id, 'put_away')
    // With all that is below it, which would have nobody left to tell.
    await killTree(deps, t, actor, row)
    await putAway(deps, t, actor, row)
  }
  return true
}

async function takeOut(t: Tx, row: SessionRow): Promise<void> {
  // One key names one session: if another has it now, this one is reached by its id.
  const current = await t.one(selectSessionByKey({ key: row.key, owner: row.key_owner }))
  const run = await t.one(selectRunOfSession({ sessionId: row.id }))
  await updateSession(t, row.id, {
    // What was stopped when it was put away may not have come to its end yet; a sub-agent that was over stays that.
    state: row.turn_id !== null ? 'running' : run?.is_over === 1 ? 'over' : 'idle',
    is_current: current || row.successor_id !== null ? 0 : 1,
  })
  await t.run(setPutAway({ sessionId: row.id, isPutAway: 0 }))
}
