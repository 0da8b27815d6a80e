// Takes up the turn of a session: the one that was running when its holder died, or a new one on what waits. Decides
// from rows alone, so it comes to the same whoever asks and however often.

import { type EventId, limits, type SessionId } from '@heddle/contract'
import type { Agent } from '../../agents/agents.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { deleteWaiting, findSteering, selectOneWaiting, selectWaiting } from '../inbox-store.ts'
import { append, type NewEvent, systemActor } from '../log.ts'
import { beginTurn, changeQueued, selectSession, updateSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { InboxRow, SessionRow, TurnRow } from '../sessions-tables.ts'
import { deadlineTimer } from '../subagents/run-timer-names.ts'
import { selectRunOfSession, startRun } from '../subagents/run-store.ts'
import { endPutOff, isPutOff } from './calls-wait.ts'
import { chooseTurnModel, type TurnModel } from './choose-turn-model.ts'
import type { TurnEnd } from './end-turn.ts'
import { insertTurn, noteAttempt, noteTaint, selectTurn } from './turn-store.ts'

export type OpenedTurn =
  /** Nothing runs and nothing waits, or what does has somebody who looks after it. */
  | { kind: 'nothing' }
  /** It waits for a model. Whoever came by for another message comes again then, or nobody would look after that. */
  | { kind: 'wait'; until: number }
  | { kind: 'run'; session: SessionRow; turn: TurnRow; isResumed: boolean }
  /** Someone asked it to stop. */
  | { kind: 'stop'; session: SessionRow; turn: TurnRow; end: TurnEnd }
  /** Its holder died too often. */
  | { kind: 'crashed'; session: SessionRow; turn: TurnRow }

export async function openTurn(
  deps: RoomDeps,
  t: Tx,
  sessionId: SessionId,
  findAgent: (id: string) => Agent | undefined,
): Promise<OpenedTurn> {
  const session = await t.one(selectSession({ id: sessionId }))
  if (!session) return { kind: 'nothing' }
  if (session.turn_id !== null) return resumeTurn(deps, t, session, session.turn_id)
  const waiting = await t.all(selectWaiting({ sessionId }))
  const waking = ofOneConversation(waiting.filter(({ is_quiet }) => is_quiet === 0))
  const [head] = waking
  if (!head) return { kind: 'nothing' }
  // Its end wakes whoever was kept waiting by it.
  if (session.kind === 'subagent' && (await isHeldBack(t, sessionId))) return { kind: 'nothing' }
  // What only has to be known comes before what is asked now.
  const taken = [...waiting.filter(({ is_quiet }) => is_quiet === 1), ...waking]
  for (const { event_id } of taken) await t.run(deleteWaiting({ eventId: event_id }))
  const agent = findAgent(session.agent_id)
  const chosen = chooseTurnModel(session.model, agent?.model ?? '', (name) => isThere(deps, name))
  const model = chosen.name
  const turnId = deps.ids.make('turn')
  const messages = taken.map(({ event_id }) => event_id)
  const isDemo = deps.agents.findModel(model)?.isDemo ?? false
  const [event] = await append(deps, t, sessionId, [
    {
      kind: 'turn.started',
      actor: systemActor,
      payload: { messages, model, isDemo },
      turnId,
      causedBy: head.event_id,
    },
    ...(await noteMissedModel(t, session, chosen, turnId)),
  ])
  if (!event) throw new Error('a turn was not begun')
  const turn: TurnRow = {
    id: turnId,
    session_id: sessionId,
    state: 'running',
    is_attempted: 1,
    crashes: 0,
    troubles: 0,
    failures: 0,
    retry_at: null,
    step: 0,
    started_seq: event.seq,
    conversation: head.conversation,
    stop_asked_by: null,
    stop_asked_at: null,
    model,
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    cost_micros: null,
    reason: null,
    started_at: t.now,
    ended_at: null,
    is_tainted: session.is_tainted,
    waits_for: null,
    fallback_model: null,
    requester_id: head.author_id,
    stop_why: 'stop',
  }
  await t.run(insertTurn(turn))
  await t.run(beginTurn({ id: sessionId, turnId, taken: waking.length, now: t.now }))
  if (session.kind === 'subagent') await noteRunStarted(deps, t, sessionId)
  t.afterCommit(() => {
    deps.turnCounter.began(t.now - head.created_at)
    deps.feed.listed(sessionId)
  })
  return { kind: 'run', session, turn, isResumed: false }
}

const isThere = ({ agents }: RoomDeps, name: string) => agents.findModel(name) !== undefined

/** Said once, until somebody chooses another or it is back. */
async function noteMissedModel(
  t: Tx,
  session: SessionRow,
  { name, isMissed }: TurnModel,
  turnId: TurnRow['id'],
): Promise<NewEvent[]> {
  if ((session.is_model_missed === 1) === isMissed) return []
  await updateSession(t, session.id, { is_model_missed: isMissed ? 1 : 0 })
  if (!isMissed) return []
  const text = `The model "${session.model}", chosen for this session, is not configured any more. "${name}" answers instead.`
  const payload = { text, code: 'model_missing', level: 'warning' }
  return [{ kind: 'notice', actor: systemActor, payload, turnId }]
}

async function resumeTurn(
  deps: RoomDeps,
  t: Tx,
  session: SessionRow,
  turnId: TurnRow['id'],
): Promise<OpenedTurn> {
  const turn = await t.one(selectTurn({ id: turnId }))
  if (!turn) throw new Error(`the session ${session.id} runs ${turnId}, which is not there`)
  const end = stopOf(turn)
  if (end) return { kind: 'stop', session, turn, end }
  if (turn.retry_at !== null && turn.retry_at > t.now) {
    return isPutOff(turn) ? { kind: 'nothing' } : { kind: 'wait', until: turn.retry_at }
  }
  await endPutOff(deps, t, turn)
  // Whoever left in good order said so, or is this very process; otherwise they died with it in their hands.
  const crashed = turn.is_attempted === 1 && !deps.unsaid.has(turn.id)
  const crashes = turn.crashes + (crashed ? 1 : 0)
  if (crashes >= limits.turnCrashesMax) return { kind: 'crashed', session, turn }
  await noteAttempt(t, turn.id, { isAttempted: 1, crashes })
  t.afterCommit(() => deps.unsaid.delete(turn.id))
  return {
    kind: 'run',
    session,
    turn: { ...turn, state: 'running', crashes, is_attempted: 1 },
    isResumed: true,
  }
}

/**
 * It was asked to end, and something below it has not yet: what is said to it meanwhile is heard once its run is over. Or it
 * waits for its place, and does not begin before it has it (BND10).
 */
async function isHeldBack(t: Tx, sessionId: SessionId): Promise<boolean> {
  const run = await t.one(selectRunOfSession({ sessionId }))
  return run !== undefined && run.ended_at === null && (run.ending !== null || run.place === 'wanted')
}

/** The time of a run counts from its first turn (SUB4). */
async function noteRunStarted(deps: RoomDeps, t: Tx, sessionId: SessionId): Promise<void> {
  const run = await t.one(selectRunOfSession({ sessionId }))
  if (run?.state !== 'queued') return
  const deadlineAt = run.timeout_ms === 0 ? null : t.now + run.timeout_ms
  await startRun(t, run.id, deadlineAt)
  if (deadlineAt !== null) {
    await deps.timers.schedule(t, deadlineTimer(run.id), {
      kind: 'sessions.end-late-run',
      lane: 'timers',
      key: `run:${run.id}`,
      subject: run.id,
      dueAt: deadlineAt,
    })
  }
  await deps.facts.tell(t, 'run_started', { runId: run.id, sessionId })
}

/** Those at the head that were written in one place: its answer goes there. */
function ofOneConversation(waiting: readonly InboxRow[]): InboxRow[] {
  const place = waiting[0]?.conversation
  const end = waiting.findIndex(({ conversation }) => conversation !== place)
  return waiting.slice(0, end < 0 ? waiting.length : end)
}

/** What shall steer the running turn goes into it, at a boundary between two steps. */
export async function takeSteering(deps: RoomDeps, t: Tx, turn: TurnRow): Promise<boolean> {
  const mine = await findSteering(t, turn)
  if (mine.length === 0) return false
  for (const { event_id } of mine) await t.run(deleteWaiting({ eventId: event_id }))
  await changeQueued(t, turn.session_id, -mine.length)
  await takeTaint(t, turn)
  const payload = { messages: mine.map(({ event_id }) => event_id) }
  await append(deps, t, turn.session_id, [
    { kind: 'message.taken', actor: systemActor, payload, turnId: turn.id, isRow: false },
  ])
  return true
}

/** What a call has told already goes into the turn with its result: nobody need be woken for it. */
export async function takeHeard(
  deps: RoomDeps,
  t: Tx,
  turn: TurnRow,
  eventIds: readonly string[],
): Promise<void> {
  const taken: EventId[] = []
  for (const id of eventIds as EventId[]) {
    const waiting = await t.one(selectOneWaiting({ eventId: id }))
    if (waiting?.session_id !== turn.session_id) continue
    await t.run(deleteWaiting({ eventId: id }))
    if (waiting.is_quiet === 0) await changeQueued(t, turn.session_id, -1)
    taken.push(id)
  }
  if (taken.length === 0) return
  await takeTaint(t, turn)
  await append(deps, t, turn.session_id, [
    {
      kind: 'message.taken',
      actor: systemActor,
      payload: { messages: taken },
      turnId: turn.id,
      isRow: false,
    },
  ])
}

/** Whoever steers it may be nobody from here, and what a sub-agent tells may be from somebody else. */
async function takeTaint(t: Tx, turn: TurnRow): Promise<void> {
  const session = await t.one(selectSession({ id: turn.session_id }))
  if (session?.is_tainted !== 1 || turn.is_tainted === 1) return
  await noteTaint(t, turn)
  // What is judged after this knows it.
  t.afterCommit(() => {
    turn.is_tainted = 1
  })
}

/** The end that someone asked for, if someone did. */
export async function findStop(t: Tx, turn: TurnRow): Promise<TurnEnd | undefined> {
  const now = await t.one(selectTurn({ id: turn.id }))
  return now && stopOf(now)
}

/** The same, of a turn as it is now. */
export function stopOf(turn: TurnRow): TurnEnd | undefined {
  if (turn.stop_asked_at === null) return undefined
  if (turn.stop_why === 'timed_out') return { kind: 'timed_out' }
  return { kind: 'cancelled', by: turn.stop_asked_by ?? '' }
}
