// The tool calls of one step: each is on record before it is made, its result before the next. A call whose outcome
// nobody knows after a crash is told to the model as interrupted, and made again only if its tool says that it may be.

import type { ToolCall } from '../../agents/agents.ts'
import type { ToolOutcome } from '../../agents/tools.ts'
import type { Job } from '../../foundation/work/job.ts'
import { agentActor } from '../event-actor.ts'
import { append } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { findLostCalls } from './lost-calls.ts'
import { takeSteering } from './open-turn.ts'
import type { TurnScene } from './run-turns.ts'

export async function runCalls(
  deps: RoomDeps,
  scene: TurnScene,
  step: number,
  calls: readonly ToolCall[],
): Promise<void> {
  for (const call of calls) {
    await assertHeld(deps, scene.job)
    await putResult(deps, scene, step, call, await runCall(deps, scene, call))
  }
  await scene.job.step((t) => takeSteering(deps, t, scene.turn))
}

export async function settleLostCalls(deps: RoomDeps, scene: TurnScene): Promise<void> {
  const lost = await deps.store.read((r) => findLostCalls(r, scene.turn))
  for (const { call, step } of lost) {
    if (deps.tools.isIdempotent(call.name)) {
      await assertHeld(deps, scene.job)
      await putResult(deps, scene, step, call, await runCall(deps, scene, call))
    } else {
      await putResult(deps, scene, step, call, { output: interrupted, isError: true }, true)
    }
  }
}

/** Before anything leaves the program: what it tells is on disk, and the turn is still ours. Nothing awaits after it. */
export async function assertHeld(deps: Pick<RoomDeps, 'store'>, job: Job): Promise<void> {
  await deps.store.durable()
  if (!(await job.holds())) throw job.signal.reason ?? new Error('the turn was taken over')
}

const interrupted =
  'Interrupted by a restart: whether this was carried out is not known. Look before you do it again.'

async function runCall(deps: RoomDeps, scene: TurnScene, call: ToolCall): Promise<ToolOutcome> {
  const { job, session, agent, turn } = scene
  const where = { sessionId: session.id, agentId: agent.id, turnId: turn.id }
  try {
    return await deps.tools.run(call, where, job.signal)
  } catch (error) {
    if (job.signal.aborted) throw error
    deps.log.error('a tool failed in a way that it should have told', { tool: call.name, error })
    return { output: 'The tool failed unexpectedly; the reason is in the log.', isError: true }
  }
}

async function putResult(
  deps: RoomDeps,
  scene: TurnScene,
  step: number,
  call: ToolCall,
  outcome: ToolOutcome,
  isInterrupted = false,
): Promise<void> {
  const { job, session, agent, turn } = scene
  const payload = {
    callId: call.id,
    name: call.name,
    output: outcome.output,
    isError: outcome.isError,
    ...(isInterrupted && { interrupted: true }),
    step,
  }
  await job.step((t) =>
    append(deps, t, session.id, [
      { kind: 'tool.result', actor: agentActor(agent), payload, turnId: turn.id },
    ]),
  )
}
