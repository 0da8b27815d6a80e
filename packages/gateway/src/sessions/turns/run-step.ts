// One step of a turn: a model answer, streamed and put on record, with the calls that it asks for. What may pass is
// tried again later, from a row: nothing waits in memory, and a restart changes no time.

import type { ModelError, StepOutcome } from '../../agents/agents.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { agentActor } from '../event-actor.ts'
import { append, type NewEvent, systemActor } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { TurnRow } from '../sessions-tables.ts'
import { buildContext } from './build-context.ts'
import { chooseModelRetry } from './choose-model-retry.ts'
import { countImageBytes } from './choose-shown-files.ts'
import { endTurn, type TurnEnd } from './end-turn.ts'
import { takeSteering } from './open-turn.ts'
import { assertHeld, runCalls } from './run-calls.ts'
import { showFiles } from './show-files.ts'
import type { TurnScene } from './run-turns.ts'
import { openStepTexts, type StepTexts } from './step-texts.ts'
import { noteAttempt, noteStep, noteWait, selectTurn } from './turn-store.ts'

export interface StepInput {
  system: string
  charsMax: number
  hasSeveralPeople: boolean
}

export type AfterStep =
  | { kind: 'go_on' }
  /** This hold on the turn is over: it has ended, or its work comes back. */
  | { kind: 'over' }
  | { kind: 'end'; end: TurnEnd }

type Answered = Extract<StepOutcome, { kind: 'answered' }>

export async function runStep(
  deps: RoomDeps,
  scene: TurnScene,
  step: number,
  input: StepInput,
): Promise<AfterStep> {
  const { job, turn } = scene
  const texts = await openStepTexts(deps, scene, step)
  const outcome = await askModel(deps, scene, input, texts)
  if (outcome.kind === 'answered') return finishStep(deps, scene, step, texts, outcome)
  // What an attempt had come to is not lost because the next one fails earlier.
  if (outcome.kind === 'stopped') {
    await job.step((t) => texts.keep(t))
    throw job.signal.reason ?? new Error('the turn was stopped')
  }
  const retry = chooseModelRetry(outcome.error, turn.failures + 1, deps.random.fraction())
  if (retry.kind === 'retry') return waitForModel(deps, scene, texts, outcome.error, retry.waitMs)
  await job.step((t) => texts.keep(t))
  const { kind: reason, message, retryAfterMs } = outcome.error
  return { kind: 'end', end: { kind: 'failed', reason, message, retryAfterMs } }
}

async function askModel(
  deps: RoomDeps,
  scene: TurnScene,
  input: StepInput,
  texts: StepTexts,
): Promise<StepOutcome> {
  const { job, turn, agent, session } = scene
  const { charsMax, hasSeveralPeople, system } = input
  const sees = deps.agents.findModel(agent.model)?.vision ?? false
  const about = { sessionId: session.id, turnStartedSeq: turn.started_seq, charsMax, sees, hasSeveralPeople }
  const tools = deps.tools.describe({ sessionId: session.id, agentId: agent.id, turnId: turn.id })
  try {
    const past = await deps.store.read((r) => buildContext(r, about))
    const imageBytes = past.reduce((sum, { files = [] }) => sum + countImageBytes(files), 0)
    return await deps.imagesInFlight.hold(imageBytes, job.signal, async () => {
      const messages = await showFiles(deps, past)
      await assertHeld(deps, job)
      return deps.agents.runStep({ agent, system, messages, tools, signal: job.signal }, texts.watch)
    })
  } finally {
    await texts.close()
  }
}

const waitWorthTellingMs = 1_000

async function waitForModel(
  deps: RoomDeps,
  scene: TurnScene,
  texts: StepTexts,
  error: ModelError,
  waitMs: number,
): Promise<AfterStep> {
  const { job, turn, session } = scene
  await job.commit(async (t) => {
    await texts.keep(t)
    if (waitMs >= waitWorthTellingMs) {
      const text = `${error.message} Trying again in ${Math.ceil(waitMs / 1_000)} s.`
      const payload = { text, code: `model_${error.kind}`, level: 'warning' }
      await append(deps, t, session.id, [{ kind: 'notice', actor: systemActor, payload, turnId: turn.id }])
    }
    // Asked to stop meanwhile: then it comes back at once, to end.
    const retryAt = (await findStop(t, turn)) ? t.now : t.now + waitMs
    await noteWait(t, turn.id, { failures: turn.failures + 1, retryAt })
    await job.again(t, retryAt)
  })
  return { kind: 'over' }
}

async function finishStep(
  deps: RoomDeps,
  scene: TurnScene,
  step: number,
  texts: StepTexts,
  outcome: Answered,
): Promise<AfterStep> {
  const { job, turn, agent } = scene
  const actor = agentActor(agent)
  const put = async (t: Tx) => {
    await texts.complete(t, outcome)
    await noteStep(t, turn.id, step, { ...outcome.usage, costMicros: outcome.costMicros })
    await append(deps, t, turn.session_id, [...callsOf(scene, step, outcome), ...remarksOn(scene, outcome)])
  }
  if (outcome.toolCalls.length > 0) {
    await job.step(put)
    texts.forget()
    await runCalls(deps, scene, step, outcome.toolCalls)
    return { kind: 'go_on' }
  }
  await job.commit(async (t) => {
    await put(t)
    const stop = await findStop(t, turn)
    if (stop) return endTurn(deps, t, turn.id, stop, actor)
    if (await takeSteering(deps, t, turn)) {
      // It goes on with what was said meanwhile, at once, as after any step.
      await noteAttempt(t, turn.id, { isAttempted: 0, crashes: turn.crashes })
      return job.again(t, t.now)
    }
    return endTurn(deps, t, turn.id, { kind: 'succeeded' }, actor)
  })
  texts.forget()
  return { kind: 'over' }
}

function callsOf({ agent, turn }: TurnScene, step: number, { toolCalls }: Answered): NewEvent[] {
  return toolCalls.map((call) => ({
    kind: 'tool.call',
    actor: agentActor(agent),
    payload: { callId: call.id, name: call.name, arguments: call.arguments, step },
    turnId: turn.id,
  }))
}

const cutShort = {
  length: 'The answer is cut off: the model reached the most that it may say at once.',
  filtered: "The provider's filter held back the answer, or a part of it.",
} as const

/** An answer that is not whole says so. */
function remarksOn({ turn }: TurnScene, { finish }: Answered): NewEvent[] {
  if (finish !== 'length' && finish !== 'filtered') return []
  const payload = { text: cutShort[finish], code: `answer_${finish}`, level: 'warning' }
  return [{ kind: 'notice', actor: systemActor, payload, turnId: turn.id }]
}

/** The end that someone asked for, if someone did. */
export async function findStop(t: Tx, turn: TurnRow): Promise<TurnEnd | undefined> {
  const now = await t.one(selectTurn({ id: turn.id }))
  if (now?.stop_asked_at == null) return undefined
  return { kind: 'cancelled', by: now.stop_asked_by ?? '' }
}
