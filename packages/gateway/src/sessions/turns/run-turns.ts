// Runs one turn of a session as durable work under the session's key: step by step, each on record before the next
// begins. Whatever ends the process in between, the next look goes on from the last step.

import { limits, type SessionId } from '@heddle/contract'
import type { Agent, ModelError, StepOutcome } from '../../agents/agents.ts'
import { sleepUnlessAborted } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import { agentActor } from '../event-actor.ts'
import { append, systemActor } from '../log.ts'
import { selectParticipants } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { SessionRow, TurnRow } from '../sessions-tables.ts'
import { buildContext } from './build-context.ts'
import { chooseModelRetry } from './choose-model-retry.ts'
import { endTurn, type TurnEnd } from './end-turn.ts'
import { type OpenedTurn, openTurn, takeSteering } from './open-turn.ts'
import { runCalls, settleLostCalls } from './run-calls.ts'
import { openStepTexts, type StepTexts } from './step-texts.ts'
import { noteAttempt, noteStep, selectTurn } from './turn-store.ts'

/** One turn in the hands of its holder. */
export interface TurnScene {
  job: Job
  session: SessionRow
  turn: TurnRow
  agent: Agent
}

const tokensWhenUnknown = 32_000
/** Low, so that a text in a script that needs more tokens still fits. */
const charsPerToken = 3

export async function runTurns(deps: RoomDeps, job: Job, sessionId: SessionId): Promise<void> {
  const opened = await job.step((t) => openTurn(deps, t, sessionId, deps.agents.find))
  if (opened.kind === 'nothing') return
  if (opened.kind !== 'run') return end(deps, job, opened.turn, endOf(opened), opened.session)
  const agent = deps.agents.find(opened.session.agent_id)
  if (!agent) {
    const message = `There is no agent "${opened.session.agent_id}" any more. Add it to the configuration again, or begin a new session.`
    return end(deps, job, opened.turn, { kind: 'failed', reason: 'unknown_agent', message }, opened.session)
  }
  const scene: TurnScene = { job, session: opened.session, turn: opened.turn, agent }
  try {
    if (opened.isResumed) await settleLostCalls(deps, scene)
    await runSteps(deps, scene)
  } catch (error) {
    if (!job.signal.aborted) throw error
    await leaveInterrupted(deps, scene, error)
  }
}

function endOf(opened: Exclude<OpenedTurn, { kind: 'nothing' | 'run' }>): TurnEnd {
  if (opened.kind === 'stop') return { kind: 'cancelled', by: opened.by }
  const message = `The program stopped ${limits.turnCrashesMax} times while it worked on this, so it was given up. What was done before is above; nothing is lost.`
  return { kind: 'failed', reason: 'crashed', message }
}

async function runSteps(deps: RoomDeps, scene: TurnScene): Promise<void> {
  const people = await deps.store.read((r) => r.all(selectParticipants({ id: scene.session.id })))
  const hasSeveralPeople = scene.session.visibility === 'team' || people.length > 1
  const system = await deps.agents.instruct(scene.agent, {
    isSubagent: scene.session.kind !== 'chat',
    // A team session has more people than anyone lists; two stand for many.
    people: hasSeveralPeople && people.length < 2 ? [...people, ...people] : people,
    now: deps.store.now(),
  })
  const model = deps.agents.findModel(scene.agent.model)
  const charsMax = (model?.contextTokens ?? tokensWhenUnknown) * charsPerToken
  for (let step = scene.turn.step + 1; ; step++) {
    if (step > limits.turnStepsMax) {
      const message = `The turn took ${limits.turnStepsMax} steps without coming to an end, so it was ended.`
      return end(
        deps,
        scene.job,
        scene.turn,
        { kind: 'failed', reason: 'too_many_steps', message },
        scene.session,
      )
    }
    const isOver = await runStep(deps, scene, step, { system, charsMax, hasSeveralPeople })
    if (isOver) return
  }
}

interface StepInput {
  system: string
  charsMax: number
  hasSeveralPeople: boolean
}

/** True when the turn, or this hold on it, is over. */
async function runStep(deps: RoomDeps, scene: TurnScene, step: number, input: StepInput): Promise<boolean> {
  const { job, turn, agent, session } = scene
  const tools = { sessionId: session.id, agentId: agent.id, turnId: turn.id }
  for (let failures = 0; ; ) {
    const messages = await deps.store.read((r) =>
      buildContext(r, {
        sessionId: session.id,
        turnStartedSeq: turn.started_seq,
        charsMax: input.charsMax,
        hasSeveralPeople: input.hasSeveralPeople,
      }),
    )
    // The request tells what was read; nothing may leave that a restart could take back.
    await deps.store.durable()
    if (!(await job.holds())) throw job.signal.reason ?? new Error('the turn was taken over')
    const texts = await openStepTexts(deps, scene, step)
    const outcome = await deps.agents.runStep(
      { agent, system: input.system, messages, tools: deps.tools.describe(tools), signal: job.signal },
      texts.watch,
    )
    await texts.close()
    if (outcome.kind === 'stopped') {
      await keepTexts(scene, texts)
      throw job.signal.reason ?? new Error('the turn was stopped')
    }
    if (outcome.kind === 'answered') return finishStep(deps, scene, step, texts, outcome)
    const retry = chooseModelRetry(outcome.error, ++failures, deps.random.fraction())
    if (retry.kind === 'give_up') {
      await keepTexts(scene, texts)
      await end(deps, job, turn, failureOf(outcome.error), session)
      return true
    }
    await noteRetry(deps, scene, outcome.error, retry.waitMs, texts)
    await sleepUnlessAborted(deps.clock, retry.waitMs, job.signal)
  }
}

function failureOf(error: ModelError): TurnEnd {
  const { kind, message, retryAfterMs } = error
  return { kind: 'failed', reason: kind, message, retryAfterMs }
}

/** What an attempt had come to is not lost because the next one failed earlier. */
function keepTexts(scene: TurnScene, texts: StepTexts): Promise<void> {
  return scene.job.step((t) => texts.keep(t))
}

const waitWorthTellingMs = 1_000

async function noteRetry(
  deps: RoomDeps,
  scene: TurnScene,
  error: ModelError,
  waitMs: number,
  texts: StepTexts,
): Promise<void> {
  await scene.job.step(async (t) => {
    await texts.keep(t)
    if (waitMs < waitWorthTellingMs) return
    const seconds = Math.ceil(waitMs / 1_000)
    const text = `${error.message} Trying again in ${seconds} s.`
    const payload = { text, code: `model_${error.kind}`, level: 'warning' }
    await append(deps, t, scene.session.id, [
      { kind: 'notice', actor: systemActor, payload, turnId: scene.turn.id },
    ])
  })
}

async function finishStep(
  deps: RoomDeps,
  scene: TurnScene,
  step: number,
  texts: StepTexts,
  outcome: Extract<StepOutcome, { kind: 'answered' }>,
): Promise<boolean> {
  const { job, turn, session, agent } = scene
  const put = async (t: Tx) => {
    await texts.complete(t, outcome)
    const { usage, costMicros } = outcome
    await noteStep(t, turn.id, step, { ...usage, costMicros })
    for (const call of outcome.toolCalls) {
      const payload = { callId: call.id, name: call.name, arguments: call.arguments, step }
      await append(deps, t, session.id, [
        { kind: 'tool.call', actor: agentActor(agent), payload, turnId: turn.id },
      ])
    }
  }
  if (outcome.toolCalls.length > 0) {
    await job.step(put)
    texts.forget()
    await runCalls(deps, scene, step, outcome.toolCalls)
    return false
  }
  await job.commit(async (t) => {
    await put(t)
    if (await wasStopped(t, turn)) {
      return endTurn(deps, t, turn.id, await cancelledBy(t, turn), agentActor(agent))
    }
    if (await takeSteering(deps, t, turn)) {
      // It goes on with what was said meanwhile, at once, as after any step.
      await noteAttempt(t, turn.id, { isAttempted: 0, crashes: turn.crashes })
      return job.again(t, t.now)
    }
    return endTurn(deps, t, turn.id, { kind: 'succeeded' }, agentActor(agent))
  })
  texts.forget()
  return true
}

async function wasStopped(t: Tx, turn: TurnRow): Promise<boolean> {
  const now = await t.one(selectTurn({ id: turn.id }))
  return now?.stop_asked_at != null
}

async function cancelledBy(t: Tx, turn: TurnRow): Promise<TurnEnd> {
  const now = await t.one(selectTurn({ id: turn.id }))
  return { kind: 'cancelled', by: now?.stop_asked_by ?? '' }
}

/** Stopped by a person: the turn ends. Interrupted by anything else: it is left in good order for whoever goes on. */
async function leaveInterrupted(deps: RoomDeps, scene: TurnScene, error: unknown): Promise<void> {
  const { job, turn } = scene
  const stop = await job.step(async (t) => {
    if (await wasStopped(t, turn)) return cancelledBy(t, turn)
    await noteAttempt(t, turn.id, { isAttempted: 0, crashes: turn.crashes })
    return undefined
  })
  if (stop === undefined) throw error
  await end(deps, job, turn, stop, scene.session)
}

async function end(
  deps: RoomDeps,
  job: Job,
  turn: TurnRow,
  how: TurnEnd,
  session: SessionRow,
): Promise<void> {
  const agent = deps.agents.find(session.agent_id) ?? { id: session.agent_id, name: session.agent_id }
  await job.commit((t) => endTurn(deps, t, turn.id, how, agentActor(agent)))
}
