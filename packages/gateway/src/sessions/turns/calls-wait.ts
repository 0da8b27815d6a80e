// When a turn whose calls wait for people or for sub-agents is looked at again if nobody brings it back before: one row for
// each turn, however often it is put off, and gone with the wait.

import type { TurnId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { type RoomDeps, turnKey } from '../sessions-deps.ts'
import type { SessionRow, TurnRow } from '../sessions-tables.ts'

const waitTimer = (id: TurnId) => `calls-wait:${id}`

export async function putOff(
  { timers }: Pick<RoomDeps, 'timers'>,
  t: Tx,
  { id, parent_id: parentId }: Pick<SessionRow, 'id' | 'parent_id'>,
  turnId: TurnId,
  until: number,
): Promise<void> {
  await timers.schedule(t, waitTimer(turnId), {
    kind: 'sessions.look-again',
    // To go on it needs a slot like any turn.
    lane: parentId === null ? 'turns' : 'subagent',
    ...(parentId !== null && { parent: parentId }),
    key: turnKey(id),
    subject: id,
    dueAt: until,
  })
}

export async function endPutOff(
  { timers }: Pick<RoomDeps, 'timers'>,
  t: Tx,
  turn: Pick<TurnRow, 'id' | 'waits_for'>,
): Promise<void> {
  if (isPutOff(turn)) await timers.cancel(t, waitTimer(turn.id))
}

/** It has such a row; who comes by for something else need not come again for it. */
export function isPutOff({ waits_for }: Pick<TurnRow, 'waits_for'>): boolean {
  return waits_for === 'children' || waits_for === 'approval'
}
