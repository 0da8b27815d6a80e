// The end of a turn, whatever it is: what was being written is completed, the log says how it ended, the session is free
// again, and the fact is told; all in the caller's transaction.

import type { EventActor, SessionId } from '@heddle/contract'
import type { ModelErrorKind } from '../../agents/agents.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { unreachable } from '../../foundation/states.ts'
import type { Job } from '../../foundation/work/job.ts'
import { withdrawApprovals } from '../approvals/settle-approvals.ts'
import type { BudgetEnd } from '../budgets/check-budgets.ts'
import { filesForAnswer } from '../files/call-files.ts'
import { append, type NewEvent, systemActor } from '../log.ts'
import { leaveTurn, selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { TurnRow } from '../sessions-tables.ts'
import type { UsageTotals } from '../session-values.ts'
import { findNextHearing } from '../subagents/unheard-store.ts'
import { settleRun } from '../subagents/settle-run.ts'
import { countUsage } from '../usage/count-usage.ts'
import { answerCall } from './answer-call.ts'
import { selectOpenCalls } from './call-store.ts'
import { endPutOff } from './calls-wait.ts'
import { completeText } from './complete-text.ts'
import { deleteTurnSteps } from './context-store.ts'
import { isAskedHere } from './read-turn-end.ts'
import { selectDrafts, setTurnEnd } from './turn-store.ts'
import { type TurnState, turnStates } from './turn-states.ts'

export type TurnEnd =
  | { kind: 'succeeded' }
  | { kind: 'cancelled'; by: string }
  /** The run that it belongs to had a time, and that is over. */
  | { kind: 'timed_out' }
  | { kind: 'failed'; reason: TurnFailure; message: string; retryAfterMs?: number | undefined }
  | BudgetEnd

export type TurnFailure = ModelErrorKind | 'crashed' | 'internal' | 'unknown_agent' | 'too_many_steps'

/** `turn` as this transaction has read it. */
export async function endTurn(deps: RoomDeps, t: Tx, turn: TurnRow, end: TurnEnd, actor: EventActor) {
  const { id: turnId } = turn
  const state: TurnState = turnStates.move(turn.state, end.kind)
  // A step that asks for calls is followed by another.
  const mayHaveCalled = turn.step > 1 || end.kind !== 'succeeded'
  await completeDrafts(deps, t, turn, end, actor)
  if (mayHaveCalled) await showLeftFiles(deps, t, turn, actor)
  if (mayHaveCalled) {
    await withdrawApprovals(deps, t, turn)
    await answerOpenCalls(deps, t, turn, actor)
  }
  await t.run(deleteTurnSteps({ turnId }))
  await endPutOff(deps, t, turn)
  const usage = usageOf(turn)
  const event: NewEvent = { ...describeEnd(end, usage, turn.step), turnId, actor: systemActor }
  const [last] = await append(deps, t, turn.session_id, [event])
  if (!last) throw new Error('the end of a turn was not appended')
  await t.run(
    setTurnEnd({ id: turnId, state, reason: end.kind === 'failed' ? end.reason : null, now: t.now }),
  )
  const outcome = end.kind === 'timed_out' ? 'failed' : end.kind
  await leaveTurn(t, turn.session_id, { outcome, seq: last.seq }, usage)
  await countUsage(t, turn)
  const tookMs = t.now - turn.started_at
  const elsewhere = isAskedHere(turn) ? {} : { isAskedElsewhere: true as const }
  await deps.facts.tell(t, 'turn_finished', {
    sessionId: turn.session_id,
    turnId,
    outcome,
    tookMs,
    ...elsewhere,
  })
  await settleRun(deps, t, turn.session_id)
  t.afterCommit(() => {
    deps.turnCounter.ended(state)
    deps.feed.listed(turn.session_id)
  })
}

/** Text of an attempt that did not get to its end: what the disk has of it is what is left. */
async function completeDrafts(deps: RoomDeps, t: Tx, turn: TurnRow, end: TurnEnd, actor: EventActor) {
  for (const draft of await t.all(selectDrafts({ turnId: turn.id }))) {
    await completeText(deps, t, turn, {
      kind: draft.kind,
      actor,
      text: draft.text,
      state: end.kind === 'cancelled' || end.kind === 'timed_out' ? 'stopped' : 'interrupted',
      step: draft.step,
      attempt: draft.attempt,
      model: turn.model,
      isDemo: deps.agents.findModel(turn.model)?.isDemo ?? false,
      begunSeq: draft.seq,
      isAnswer: draft.kind === 'message.agent',
    })
    t.afterCommit(() => deps.streams.remove(turn.session_id, draft.event_id))
  }
}

/** What it attached, where no answer came to carry it. */
async function showLeftFiles(deps: RoomDeps, t: Tx, turn: TurnRow, actor: EventActor): Promise<void> {
  const files = await filesForAnswer(t, turn.id)
  if (files.length === 0) return
  const { model, step } = turn
  const isDemo = deps.agents.findModel(model)?.isDemo ?? false
  const nothing = {
    text: '',
    state: 'complete',
    step,
    attempt: 1,
    begunSeq: undefined,
    isAnswer: true,
  } as const
  await completeText(deps, t, turn, { kind: 'message.agent', actor, ...nothing, model, isDemo, files })
}

/** What came while the turn waited was put off with it: whoever ends the turn looks after that, or it would sleep on. */
export async function lookAfterQueue(t: Tx, job: Job, sessionId: SessionId): Promise<void> {
  const session = await t.one(selectSession({ id: sessionId }))
  if (session && session.queued > 0) await job.again(t, await findNextHearing(t, sessionId))
}

const ended = 'The turn ended before this had an outcome. Look before you do it again.'
const notMade = 'The turn ended before this call was made.'

/** What the model reads later never has a call without its result. */
async function answerOpenCalls(deps: RoomDeps, t: Tx, turn: TurnRow, actor: EventActor): Promise<void> {
  for (const row of await selectOpenCalls(t, turn.id)) {
    const output = row.state === 'running' ? ended : notMade
    await answerCall(deps, t, actor, row, { output, isError: true, interrupted: true })
  }
}

function describeEnd(end: TurnEnd, usage: UsageTotals, steps: number): Pick<NewEvent, 'kind' | 'payload'> {
  switch (end.kind) {
    case 'succeeded':
      return { kind: 'turn.finished', payload: { outcome: 'succeeded', usage, steps } }
    case 'cancelled':
      return { kind: 'turn.finished', payload: { outcome: 'cancelled', by: end.by, usage, steps } }
    case 'timed_out': {
      const message =
        'The time that this run was given is over, so it was ended. What was done before is above.'
      return { kind: 'turn.failed', payload: { reason: 'timed_out', message, usage, steps } }
    }
    case 'failed': {
      const { reason, message } = end
      const wait =
        'retryAfterMs' in end && end.retryAfterMs !== undefined ? { retryAfterMs: end.retryAfterMs } : {}
      const budget = 'budget' in end ? { budget: end.budget } : {}
      return { kind: 'turn.failed', payload: { reason, message, ...wait, ...budget, usage, steps } }
    }
    default:
      return unreachable(end)
  }
}

export function usageOf(turn: TurnRow): UsageTotals {
  return {
    inputTokens: turn.input_tokens,
    outputTokens: turn.output_tokens,
    cachedTokens: turn.cached_tokens,
    costMicros: turn.cost_micros,
  }
}
