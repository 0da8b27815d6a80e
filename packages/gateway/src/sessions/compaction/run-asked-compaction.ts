// Carries out what somebody asked for while nothing ran, under the session's key: nothing else happens there meanwhile.

import type { SessionId } from '@heddle/contract'
import type { ModelError } from '../../agents/agents.ts'
import type { Job } from '../../foundation/work/job.ts'
import { checkBudgets } from '../budgets/check-budgets.ts'
import { append, systemActor } from '../log.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { chooseModelRetry } from '../turns/choose-model-retry.ts'
import { chooseTurnModel } from '../turns/choose-turn-model.ts'
import { createTurnContext } from '../turns/turn-context.ts'
import { selectTurn } from '../turns/turn-store.ts'
import { compactPast } from './compact-past.ts'
import { selectAsked, setAsked } from './compaction-store.ts'
import { askedOrder } from './make-room.ts'

export async function runAskedCompaction(deps: RoomDeps, job: Job, sessionId: SessionId): Promise<void> {
  const [session, asked] = await deps.store.read(async (r) => [
    await r.one(selectSession({ id: sessionId })),
    await r.one(selectAsked({ id: sessionId })),
  ])
  // A turn that ran meanwhile did it.
  if (!session || asked?.is_compaction_asked !== 1) return
  const agent = deps.agents.find(session.agent_id)
  if (!agent) return giveUp(deps, job, sessionId, `There is no agent "${session.agent_id}" any more.`)
  const { turn_id: turnId } = session
  const [turn, usedUp] = await deps.store.read(async (r) => [
    turnId === null ? undefined : await r.one(selectTurn({ id: turnId })),
    await checkBudgets(deps, r, { session, turnId, personId: asked.compaction_asker }),
  ])
  if (usedUp) return giveUp(deps, job, sessionId, usedUp.message)
  const { name: model } = chooseTurnModel(session.model, agent.model, (name) => !!deps.agents.findModel(name))
  const context = createTurnContext({
    gauge: deps.tokenGauge,
    pasts: deps.keptPasts,
    session,
    turn: turn ?? null,
    modelName: model,
    model: deps.agents.findModel(model),
    system: '',
    tools: [],
    hasSeveralPeople: true,
  })
  const scene = { job, session, turn: turn ?? null, agent: { ...agent, model }, context }
  const mayWait = (error: ModelError) =>
    error.kind === 'key_missing' ||
    chooseModelRetry(error, job.attempt, deps.random.fraction()).kind === 'retry'
  const compacted = await compactPast(deps, scene, { ...askedOrder(asked), mayWait })
  if (compacted.kind === 'nothing')
    return giveUp(deps, job, sessionId, 'There was nothing left to put into fewer words.')
  if (compacted.kind !== 'wait') return
  if (compacted.error.kind === 'key_missing') return giveUp(deps, job, sessionId, compacted.error.message)
  // Comes again by itself, a little later each time.
  throw new Error(compacted.error.message)
}

async function giveUp(deps: RoomDeps, job: Job, sessionId: SessionId, why: string): Promise<void> {
  await job.commit(async (t) => {
    await t.run(setAsked({ id: sessionId, isAsked: 0, wish: null, asker: null }))
    const payload = { text: `Nothing was compacted. ${why}`, code: 'compaction_failed', level: 'warning' }
    await append(deps, t, sessionId, [{ kind: 'notice', actor: systemActor, payload }])
  })
}
