// One step of a turn: a model answer, streamed and put on record, with the calls that it asks for. What may pass is
// tried again later, from a row: nothing waits in memory, and a restart changes no time.

import { limits } from '@heddle/contract'
import type { ModelError, StepOutcome } from '../../agents/agents.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { spenderOf } from '../budgets/budget-places.ts'
import { checkBudgets } from '../budgets/check-budgets.ts'
import { countBudgets } from '../budgets/count-budgets.ts'
import { agentActor } from '../event-actor.ts'
import { makeRoom, makeRoomAtOnce } from '../compaction/make-room.ts'
import type { StoredFile } from '../files/files.ts'
import { filesForAnswer } from '../files/call-files.ts'
import { findSteering } from '../inbox-store.ts'
import { append, type NewEvent, systemActor } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { TurnRow } from '../sessions-tables.ts'
import { lastLineOf } from '../subagents/last-line.ts'
import { setLastLine } from '../subagents/run-store.ts'
import { chooseModelRetry } from './choose-model-retry.ts'
import { countImageBytes } from './choose-shown-files.ts'
import { insertTurnStep } from './context-store.ts'
import { endTurn, lookAfterQueue, type TurnEnd } from './end-turn.ts'
import { handOver } from './hand-over.ts'
import { findStop, stopOf, takeSteering } from './open-turn.ts'
import { assertHeld, assertOurs, runCalls } from './run-calls.ts'
import { showFiles } from './show-files.ts'
import type { TurnScene } from './run-turns.ts'
import { openStepTexts, type StepTexts } from './step-texts.ts'
import type { TurnContext } from './turn-context.ts'
import { insertCall } from './call-store.ts'
import { noteAttempt, noteStep, noteWait, selectTurn } from './turn-store.ts'

export interface StepInput {
  system: string
  context: TurnContext
  /** The model said that the request was too long, and it was made shorter: once is all that is tried. */
  isShortened?: true
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
  const usedUp = await deps.store.read((r) => checkBudgets(deps, r, spenderOf(scene.session, turn)))
  if (usedUp) return { kind: 'end', end: usedUp }
  const texts = await openStepTexts(deps, scene, step)
  const outcome = await askModel(deps, scene, input, texts)
  if (outcome.kind === 'answered') {
    if (outcome.model === scene.agent.model) input.context.learn(outcome.usage.inputTokens)
    return finishStep(deps, scene, step, texts, outcome)
  }
  // What an attempt had come to is not lost because the next one fails earlier.
  if (outcome.kind === 'stopped') {
    await job.step((t) => texts.keep(t))
    throw job.signal.reason ?? new Error('the turn was stopped')
  }
  if (outcome.error.kind === 'context_too_long' && !input.isShortened) {
    const isShorter = await makeRoomAtOnce(deps, { ...scene, context: input.context })
    if (isShorter) return runStep(deps, scene, step, { ...input, isShortened: true })
  }
  const retry = chooseModelRetry(outcome.error, turn.failures + 1, deps.random.fraction())
  if (retry.kind === 'retry') return waitForModel(deps, scene, texts, outcome.error, retry.waitMs)
  if (await handOver(deps, scene, texts, outcome.error)) return { kind: 'over' }
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
  const { job, agent } = scene
  const { context, system } = input
  const tools = scene.tools.descriptions
  try {
    const error = await makeRoom(deps, { ...scene, context })
    if (error) return { kind: 'failed', text: '', reasoning: '', error, model: agent.model }
    const past = await deps.store.read((r) => context.next(r))
    const imageBytes = past.reduce((sum, { files = [] }) => sum + countImageBytes(files), 0)
    return await deps.imagesInFlight.hold(imageBytes, job.signal, async () => {
      const messages = await showFiles(deps, past)
      // The built-in model lives in this program: nothing leaves that the disk would have to have first.
      const isInside = deps.agents.findModel(agent.model)?.isDemo ?? false
      await (isInside ? assertOurs(job) : assertHeld(deps, job))
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
      const text = `${endSentence(error.message)} Trying again in ${Math.ceil(waitMs / 1_000)} s.`
      const payload = { text, code: `model_${error.kind}`, level: 'warning' }
      await append(deps, t, session.id, [{ kind: 'notice', actor: systemActor, payload, turnId: turn.id }])
    }
    // Asked to stop meanwhile: then it comes back at once, to end.
    const retryAt = (await findStop(t, turn)) ? t.now : t.now + waitMs
    await noteWait(t, turn.id, { failures: turn.failures + 1, retryAt })
    t.afterCommit(() => deps.feed.listed(session.id))
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
  const put = async (t: Tx, files: readonly StoredFile[] = []) => {
    await texts.complete(t, outcome, files)
    const used = { ...outcome.usage, costMicros: outcome.costMicros }
    await noteStep(t, turn.id, step, used)
    const spent = await countBudgets(deps, t, spenderOf(scene.session, turn), {
      ...used,
      model: outcome.model,
    })
    const { vendor, model } = outcome
    if (vendor !== null) await t.run(insertTurnStep({ turn_id: turn.id, step, model, vendor }))
    await putCalls(deps, t, scene, step, outcome)
    if (scene.run) await t.run(setLastLine({ sessionId: turn.session_id, line: describeLast(outcome) }))
    await append(deps, t, turn.session_id, [...remarksOn(scene, outcome), ...spent])
  }
  if (outcome.toolCalls.length > 0) {
    await job.step((t) => put(t))
    texts.forget()
    return (await runCalls(deps, scene)) === 'waiting' ? { kind: 'over' } : { kind: 'go_on' }
  }
  await job.commit(async (t) => {
    // A step that asks for calls is followed by another.
    await put(t, step === 1 ? [] : await filesForEnd(t, turn))
    const now = await t.one(selectTurn({ id: turn.id }))
    if (!now) throw new Error(`there is no turn ${turn.id} to end`)
    const stop = stopOf(now)
    if (!stop && (await takeSteering(deps, t, turn))) {
      // It goes on with what was said meanwhile, at once, as after any step.
      await noteAttempt(t, turn.id, { isAttempted: 0, crashes: turn.crashes })
      return job.again(t, t.now)
    }
    await endTurn(deps, t, now, stop ?? { kind: 'succeeded' }, actor)
    await lookAfterQueue(t, job, turn.session_id)
  })
  texts.forget()
  return { kind: 'over' }
}

/** What it attached goes with the last that it says: if it is about to go on, that is still to come. */
async function filesForEnd(t: Tx, turn: TurnRow): Promise<readonly StoredFile[]> {
  const files = await filesForAnswer(t, turn.id)
  if (files.length === 0 || (await findStop(t, turn))) return files
  return (await findSteering(t, turn)).length > 0 ? [] : files
}

async function putCalls(
  deps: RoomDeps,
  t: Tx,
  { agent, turn }: TurnScene,
  step: number,
  { toolCalls }: Answered,
): Promise<void> {
  const events = toolCalls.map(
    (call): NewEvent => ({
      kind: 'tool.call',
      actor: agentActor(agent),
      payload: { callId: call.id, name: call.name, arguments: call.arguments, step },
      turnId: turn.id,
    }),
  )
  const appended = await append(deps, t, turn.session_id, events)
  for (const [i, { eventId, seq }] of appended.entries()) {
    await t.run(
      insertCall({
        event_id: eventId,
        session_id: turn.session_id,
        turn_id: turn.id,
        seq,
        step,
        call_id: toolCalls[i]?.id ?? '',
        state: 'open',
        approval_id: null,
        started_at: null,
      }),
    )
  }
}

function describeLast({ text, toolCalls }: Answered): string {
  const line = lastLineOf(text)
  if (line !== '') return line
  return toolCalls
    .map(({ name }) => name)
    .join(', ')
    .slice(0, limits.runLastLineCharsMax)
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

/** A server's own words may end without a sign. */
function endSentence(text: string): string {
  return /\p{Po}$/u.test(text) ? text : `${text}.`
}
