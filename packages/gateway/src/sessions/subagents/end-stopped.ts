// Ends a turn that was asked to stop while nobody held it. It needs none of the slots in which turns run: to stop one must
// not wait for others to end.

import type { SessionId } from '@heddle/contract'
import type { Job } from '../../foundation/work/job.ts'
import { agentActor } from '../event-actor.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { endTurn } from '../turns/end-turn.ts'
import { findStop } from '../turns/open-turn.ts'
import { selectTurn } from '../turns/turn-store.ts'
import { wakeForWaiting } from './wake-for-waiting.ts'

export async function endStopped(deps: RoomDeps, job: Job, sessionId: SessionId): Promise<void> {
  await job.commit(async (t) => {
    const session = await t.one(selectSession({ id: sessionId }))
    const turn = session?.turn_id == null ? undefined : await t.one(selectTurn({ id: session.turn_id }))
    // Somebody holds it again: they end it.
    const stop = turn?.state === 'waiting' ? await findStop(t, turn) : undefined
    if (!session || !turn || !stop) return
    const agent = deps.agents.find(session.agent_id) ?? { id: session.agent_id, name: session.agent_id }
    await endTurn(deps, t, turn.id, stop, agentActor(agent))
    await wakeForWaiting(deps, t, session)
  })
}
