// Runs one turn of a session as durable work under the session's key: step by step, each on record before the next
// begins. Whatever ends the process in between, the next look goes on from the last step.

import { limits, type SessionId } from '@heddle/contract'
import type { Agent, SubagentTask } from '../../agents/agents.ts'
import type { SubagentScene, ToolRights, ToolSet } from '../../agents/tools.ts'
import { Fenced, type Job } from '../../foundation/work/job.ts'
import { agentActor } from '../event-actor.ts'
import { lastCopySeq, selectCopiedAuthors } from '../fork-store.ts'
import { selectParticipants } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { spawnDepthMax } from '../subagents/judge-spawn.ts'
import { selectRunOfSession } from '../subagents/run-store.ts'
import type { RunRow, SessionRow, TurnRow } from '../sessions-tables.ts'
import { chooseTurnModel } from './choose-turn-model.ts'
import { endTurn, lookAfterQueue, type TurnEnd } from './end-turn.ts'
import { findStop, type OpenedTurn, openTurn } from './open-turn.ts'
import { runCalls } from './run-calls.ts'
import { runStep } from './run-step.ts'
import { createTurnContext } from './turn-context.ts'
import { noteAttempt, noteTrouble, selectTurn } from './turn-store.ts'

/** One turn in the hands of its holder. */
export interface TurnScene {
  job: Job
  session: SessionRow
  /** Of a sub-agent's session: what it was spawned for. */
  run?: RunRow | undefined
  turn: TurnRow
  /** With the model that this turn asks. */
  agent: Agent
  /** The model that was to answer and could not. */
  insteadOf?: string | undefined
  tools: ToolSet
}

type LeftTurn = Pick<TurnScene, 'job' | 'session' | 'turn'>

export async function runTurns(deps: RoomDeps, job: Job, sessionId: SessionId): Promise<void> {
  const opened = await job.step((t) => openTurn(deps, t, sessionId, deps.agents.find))
  if (opened.kind === 'nothing') return
  if (opened.kind === 'wait') return job.commit((t) => job.again(t, opened.until))
  const { session, turn } = opened
  if (opened.kind !== 'run') return end(deps, job, session, turn, endOf(opened))
  const agent = deps.agents.find(session.agent_id)
  if (!agent) return end(deps, job, session, turn, agentIsGone(session.agent_id))
  const isThere = (name: string) => deps.agents.findModel(name) !== undefined
  const { name: own } = chooseTurnModel(turn.model, agent.model, isThere)
  const isHandedOver = turn.fallback_model !== null && isThere(turn.fallback_model)
  const model = (isHandedOver ? turn.fallback_model : null) ?? own
  try {
    const run = await readOwnRun(deps, session)
    const tools = await deps.tools.open(
      {
        sessionId,
        agentId: agent.id,
        turnId: turn.id,
        ...(run && { subagent: subagentScene(deps, session, run) }),
        ...(session.rights !== null && { rights: JSON.parse(session.rights) as ToolRights }),
      },
      job.signal,
    )
    const insteadOf = model === own ? undefined : own
    const thinking = run?.thinking ?? agent.thinking
    const scene: TurnScene = {
      job,
      session,
      run,
      turn,
      agent: { ...agent, model, thinking },
      insteadOf,
      tools,
    }
    if (opened.isResumed && (await runCalls(deps, scene)) === 'waiting') return
    await runSteps(deps, scene)
  } catch (error) {
    if (error instanceof Fenced) throw error
    const left = { job, session, turn }
    await (job.signal.aborted ? leaveInterrupted(deps, left, error) : leaveInTrouble(deps, left, error))
  }
}

async function readOwnRun(deps: RoomDeps, session: SessionRow): Promise<RunRow | undefined> {
  if (session.kind !== 'subagent') return undefined
  return deps.store.read((r) => r.one(selectRunOfSession({ sessionId: session.id })))
}

function subagentScene(deps: RoomDeps, session: SessionRow, run: RunRow): SubagentScene {
  // Written by this room when it was spawned.
  const rights = JSON.parse(run.rights) as ToolRights
  return { depth: run.depth, depthMax: spawnDepthMax(deps, { session, run }), rights }
}

function describeTask({ session, tools }: TurnScene, run: RunRow): SubagentTask {
  const giver = run.asked_by === 'person' ? `${run.asker_name}, a person,` : `the agent ${run.asker_name}`
  return {
    giver,
    label: run.label,
    task: run.task,
    canSpawn: tools.descriptions.some(({ name }) => name === 'sessions_spawn'),
    isPersistent: run.mode === 'session',
    hasEnded: run.ended_at !== null,
    place: `the page of this session in Heddle (${session.key})`,
  }
}

function endOf(opened: Exclude<OpenedTurn, { kind: 'nothing' | 'wait' | 'run' }>): TurnEnd {
  if (opened.kind === 'stop') return opened.end
  const message = `The program stopped ${limits.turnCrashesMax} times while it worked on this, so it was given up. What was done before is above; nothing is lost.`
  return { kind: 'failed', reason: 'crashed', message }
}

function agentIsGone(agentId: string): TurnEnd {
  const message = `There is no agent "${agentId}" any more. Add it to the configuration again, or begin a new session.`
  return { kind: 'failed', reason: 'unknown_agent', message }
}

async function runSteps(deps: RoomDeps, scene: TurnScene): Promise<void> {
  const { session, agent, turn, job } = scene
  const [people, authors, places] = await deps.store.read(async (r) => [
    await r.all(selectParticipants({ id: session.id })),
    session.forked_from === null
      ? []
      : await r.all(selectCopiedAuthors({ sessionId: session.id, end: lastCopySeq })),
    await deps.boundPlaces.list(r, session.id),
  ])
  // To a sub-agent both people and agents speak, and it has to know which; where others write too, anybody may.
  const hasSeveralPeople =
    session.kind === 'subagent' ||
    places.some(({ channel }) => channel !== 'web') ||
    isShared(session, people.length, authors)
  const system = await deps.agents.instruct(agent, {
    subagent: scene.run && describeTask(scene, scene.run),
    places,
    // In a team session everyone may speak; who is listed says nothing.
    people: session.visibility === 'team' ? [] : people,
    isShared: hasSeveralPeople,
    now: deps.store.now(),
  })
  const context = createTurnContext({
    gauge: deps.tokenGauge,
    pasts: deps.keptPasts,
    session,
    turn,
    modelName: agent.model,
    model: deps.agents.findModel(agent.model),
    system,
    tools: scene.tools.descriptions,
    hasSeveralPeople,
  })
  for (let step = turn.step + 1; ; step++) {
    if (step > limits.turnStepsMax) return end(deps, job, session, turn, tooManySteps)
    const next = await runStep(deps, scene, step, { system, context })
    if (next.kind === 'go_on') continue
    context.leave()
    return next.kind === 'end' ? end(deps, job, session, turn, next.end) : undefined
  }
}

/** Several may speak, or have spoken: who said what must be told, also where only one of them is left. */
function isShared(session: SessionRow, people: number, copied: readonly { actor_id: string | null }[]) {
  if (session.visibility === 'team' || people > 1 || session.said_before_seq > 0) return true
  const authors = new Set(copied.map(({ actor_id }) => actor_id))
  if (session.said_by !== null) authors.add(session.said_by)
  return authors.size > 1
}

const tooManySteps: TurnEnd = {
  kind: 'failed',
  reason: 'too_many_steps',
  message: `The turn took ${limits.turnStepsMax} steps without coming to an end, so it was ended.`,
}

/** Stopped by a person: the turn ends. Interrupted by anything else: it is left in good order for whoever goes on. */
async function leaveInterrupted(deps: RoomDeps, scene: LeftTurn, error: unknown): Promise<void> {
  const { job, turn, session } = scene
  const stop = await job.step(async (t) => {
    const found = await findStop(t, turn)
    if (!found) await noteAttempt(t, turn.id, { isAttempted: 0, crashes: turn.crashes })
    return found
  })
  if (stop === undefined) throw error
  await end(deps, job, session, turn, stop)
}

/** Something of our own failed: the disk is full, a file cannot be read. It may pass, but not for ever. */
async function leaveInTrouble(deps: RoomDeps, scene: LeftTurn, error: unknown): Promise<void> {
  const { job, turn, session } = scene
  let troubles: number
  try {
    troubles = await job.step((t) => noteTrouble(t, turn.id))
  } catch {
    deps.unsaid.add(turn.id)
    throw error
  }
  if (troubles < limits.turnTroublesMax) throw error
  deps.log.error('a turn was given up', { turnId: turn.id, error })
  const message = `Something went wrong here ${troubles} times while this was worked on; the reason is in the log. What was done before is above.`
  await end(deps, job, session, turn, { kind: 'failed', reason: 'internal', message })
}

async function end(
  deps: RoomDeps,
  job: Job,
  session: SessionRow,
  turn: TurnRow,
  how: TurnEnd,
): Promise<void> {
  const agent = deps.agents.find(session.agent_id) ?? { id: session.agent_id, name: session.agent_id }
  await job.commit(async (t) => {
    // A stop ends what nobody holds, and may have been the first.
    const now = (await t.one(selectTurn({ id: turn.id }))) ?? turn
    if (now.ended_at === null) await endTurn(deps, t, now, how, agentActor(agent))
    await lookAfterQueue(t, job, session.id)
  })
}
