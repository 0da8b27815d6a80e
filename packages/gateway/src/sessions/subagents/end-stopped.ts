// Ends a turn that was asked to stop while nobody has it in hand: it waits for something, its holder died, or it is tried
// again later. It needs none of the slots in which turns run: to stop one must not wait for others to end.

import type { SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import { agentActor } from '../event-actor.ts'
import { selectSession } from '../session-store.ts'
import { type RoomDeps, turnKey } from '../sessions-deps.ts'
import type { TurnRow } from '../sessions-tables.ts'
import { endTurn } from '../turns/end-turn.ts'
import { findStop } from '../turns/open-turn.ts'
import { selectTurn } from '../turns/turn-store.ts'
import { wakeForWaiting } from './wake-for-waiting.ts'

const lookAgainMs = 1_000

export async function endStopped(deps: RoomDeps, job: Job, sessionId: SessionId): Promise<void> {
  await job.commit(async (t) => {
    const session = await t.one(selectSession({ id: sessionId }))
    const turn = session?.turn_id == null ? undefined : await t.one(selectTurn({ id: session.turn_id }))
    const stop = turn && (await findStop(t, turn))
    if (!session || !turn || !stop) return
    // Whoever holds it ends it, unless they die before.
    if (await isHeld(deps, t, turn)) return job.again(t, t.now + lookAgainMs)
    const agent = deps.agents.find(session.agent_id) ?? { id: session.agent_id, name: session.agent_id }
    await endTurn(deps, t, turn, stop, agentActor(agent))
    await wakeForWaiting(deps, t, session)
  })
}

async function isHeld({ timers }: RoomDeps, t: Tx, turn: TurnRow): Promise<boolean> {
  // Other work of the session may go on while its turn waits.
  return turn.state !== 'waiting' && timers.isKeyHeld(t, turnKey(turn.session_id))
}
