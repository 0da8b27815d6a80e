// Another model answers when the turn's own cannot: it is put on record who does, and for whom, and the work comes back at
// once with the other one. The next turn begins with its own again.

import type { ModelError } from '../../agents/agents.ts'
import { chooseFallback, tellFallback } from '../../agents/choose-fallback.ts'
import { append, systemActor } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { TurnScene } from './run-turns.ts'
import type { StepTexts } from './step-texts.ts'
import { noteFallback } from './turn-store.ts'

/** Whether there was another one. */
export async function handOver(
  deps: RoomDeps,
  scene: TurnScene,
  texts: StepTexts,
  error: ModelError,
): Promise<boolean> {
  const { job, turn, session, agent } = scene
  const model = findFallback(deps, scene, error)
  if (model === undefined) return false
  await job.commit(async (t) => {
    await texts.keep(t)
    const payload = {
      text: tellFallback(agent.model, error, model),
      code: 'model_fallback',
      level: 'warning',
      data: { from: agent.model, to: model, reason: error.kind },
    }
    await append(deps, t, session.id, [{ kind: 'notice', actor: systemActor, payload, turnId: turn.id }])
    await noteFallback(t, turn.id, model)
    await job.again(t, t.now)
  })
  return true
}

/** Who would answer instead; undefined if nobody would. */
export function findFallback(
  deps: RoomDeps,
  { agent, insteadOf }: TurnScene,
  error: ModelError,
): string | undefined {
  const tried = insteadOf === undefined ? [agent.model] : [insteadOf, agent.model]
  const there = agent.fallbackModels.filter((name) => deps.agents.findModel(name) !== undefined)
  return chooseFallback({ error, tried }, there)
}
