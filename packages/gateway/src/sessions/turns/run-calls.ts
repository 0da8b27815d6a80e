// The tool calls of a turn: each is on record before it is made, and again as running right before; its result follows.
// A call that was running when its holder died is told to the model as interrupted, and made again only if its tool says
// that it may be. A call that needs somebody's word waits for it as a row: the turn holds nothing meanwhile.

import { type EventId, limits, type RunId } from '@heddle/contract'
import type { ToolCall } from '../../agents/agents.ts'
import type { ToolOutcome } from '../../agents/tools.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import { selectApproval, useApproval } from '../approvals/approval-store.ts'
import { askApproval } from '../approvals/ask-approval.ts'
import { expireApprovals } from '../approvals/settle-approvals.ts'
import { agentActor } from '../event-actor.ts'
import { findSteering } from '../inbox-store.ts'
import { payloadOf } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { ApprovalRow, TurnRow } from '../sessions-tables.ts'
import { isAnyActive } from '../subagents/run-store.ts'
import { answerCall, callOf } from './answer-call.ts'
import { putOff } from './calls-wait.ts'
import { type OpenCall, reopenCall, selectOpenCalls, startCall } from './call-store.ts'
import { judgeOpenCall, mayMakeAgain, objectToApproved } from './judge-open-call.ts'
import { findStop, takeHeard, takeSteering } from './open-turn.ts'
import type { TurnScene } from './run-turns.ts'
import { noteCallsWait, noteTaint } from './turn-store.ts'

/** `waiting`: this hold on the turn is over; a word or the end of its time brings it back. */
export type CallsEnd = 'settled' | 'waiting'

/** Makes what can be made of the calls that have no result, until all have one or the rest waits for people. */
export async function runCalls(deps: RoomDeps, scene: TurnScene): Promise<CallsEnd> {
  const { job, turn } = scene
  const calls = await deps.store.read((r) => selectOpenCalls(r, turn.id))
  const waits: Waiting[] = []
  for (const batch of batchesOf(scene, calls)) {
    // What an earlier call waits for may be what this one builds on.
    const isHeld = waits.length > 0 && !batch.every((call) => scene.tools.looks(nameOf(call)))
    const ends = await Promise.allSettled(batch.map((call) => settleCall(deps, scene, call, isHeld)))
    for (const [i, end] of ends.entries()) {
      if (end.status === 'rejected') throw end.reason
      if (end.value !== 'settled') waits.push({ callEventId: batch[i]!.event_id, why: end.value })
    }
  }
  if (waits.length > 0) {
    await waitForThem(deps, scene, waits)
    return 'waiting'
  }
  await job.step((t) => takeSteering(deps, t, turn))
  return 'settled'
}

/** Calls that only look are made side by side; whatever changes something waits for the one before it. */
function batchesOf({ tools }: TurnScene, calls: readonly OpenCall[]): OpenCall[][] {
  const batches: OpenCall[][] = []
  let isOpen = false
  for (const call of calls) {
    const looks = tools.looks(nameOf(call))
    if (looks && isOpen) batches.at(-1)?.push(call)
    else batches.push([call])
    isOpen = looks && (batches.at(-1)?.length ?? 0) < callsAtOnceMax
  }
  return batches
}

const callsAtOnceMax = 8

const nameOf = (call: OpenCall) => String(payloadOf(call)['name'])

/**
 * `asked`: somebody's word is waited for. `held`: it could be made, but one before it cannot yet. Otherwise some of these
 * runs have to end.
 */
type Settled = 'settled' | 'asked' | 'held' | RunsWait
type RunsWait = NonNullable<ToolOutcome['waitsFor']>

interface Waiting {
  callEventId: EventId
  why: Exclude<Settled, 'settled'>
}

async function settleCall(
  deps: RoomDeps,
  scene: TurnScene,
  row: OpenCall,
  isHeld: boolean,
): Promise<Settled> {
  const call = callOf(row)
  if (row.state === 'running') {
    // Whoever allowed it, allowed this call; that its first try was lost changes nothing about it.
    if (mayMakeAgain(scene, row, call)) return makeCall(deps, scene, row, call, row.approval_id !== null)
    await putResult(deps, scene, row, { output: interrupted, isError: true }, { isInterrupted: true })
    return 'settled'
  }
  if (row.redacted_at !== null) return refuse(deps, scene, row, redacted)
  if (row.approval_id !== null) return settleAsked(deps, scene, row, call, isHeld)
  const { verdict, isApproved } = await judgeOpenCall(deps, scene, call)
  if (verdict.kind === 'refuse') return refuse(deps, scene, row, verdict.message)
  if (verdict.kind === 'ask') {
    const isAsked = await scene.job.step((t) => askApproval(deps, t, scene, row, call, verdict))
    return isAsked ? 'asked' : refuse(deps, scene, row, tooManyWait)
  }
  return isHeld ? 'held' : makeCall(deps, scene, row, call, isApproved)
}

async function refuse(deps: RoomDeps, scene: TurnScene, row: OpenCall, why: string): Promise<'settled'> {
  await putResult(deps, scene, row, { output: why, isError: true })
  return 'settled'
}

async function settleAsked(
  deps: RoomDeps,
  scene: TurnScene,
  row: OpenCall,
  call: ToolCall,
  isHeld: boolean,
): Promise<Settled> {
  const { approval_id: id } = row
  const approval = id === null ? undefined : await deps.store.read((r) => r.one(selectApproval({ id })))
  if (approval?.state === 'pending' && approval.expires_at > deps.store.now()) return 'asked'
  if (approval?.state === 'pending') {
    await scene.job.step((t) => expireApprovals(deps, t, scene.turn))
    return settleAsked(deps, scene, row, call, isHeld)
  }
  if (approval?.state === 'once' || approval?.state === 'session') {
    const objection = objectToApproved(deps, scene, call, approval)
    if (objection !== undefined) return refuse(deps, scene, row, objection)
    return isHeld ? 'held' : makeCall(deps, scene, row, call, true)
  }
  return refuse(deps, scene, row, describeDenial(approval))
}

/** Gives the turn out of the hand. What was decided, ended or stopped meanwhile brings it back at once. */
async function waitForThem(
  deps: RoomDeps,
  { job, session, turn }: TurnScene,
  waits: readonly Waiting[],
): Promise<void> {
  const runs = waits.flatMap(({ why }) => (typeof why === 'object' ? [why] : []))
  const asked = new Set(waits.filter(({ why }) => why === 'asked').map(({ callEventId }) => callEventId))
  await job.commit(async (t) => {
    const next = await expireApprovals(deps, t, turn)
    const isDue =
      (await findStop(t, turn)) !== undefined ||
      (await isAnyDecided(t, turn, asked)) ||
      (await isAnyOver(t, turn, runs))
    const soonest = Math.min(next ?? Infinity, ...runs.map(({ until }) => until))
    const until = isDue || soonest === Infinity ? t.now : soonest
    const waitsFor = asked.size > 0 ? 'approval' : 'children'
    await noteCallsWait(t, turn.id, { waitsFor, until })
    t.afterCommit(() => deps.feed.listed(turn.session_id))
    await putOff(deps, t, session, turn.id, until)
  })
}

/** Those that are waited for have ended, or somebody has something to say. */
async function isAnyOver(t: Tx, turn: TurnRow, waits: readonly RunsWait[]): Promise<boolean> {
  if (waits.length === 0) return false
  if ((await findSteering(t, turn)).length > 0) return true
  for (const { runIds } of waits) if (!(await isAnyActive(t, runIds as RunId[]))) return true
  return false
}

/** Of those about which somebody was asked when it was looked. */
async function isAnyDecided(t: Tx, turn: TurnRow, asked: ReadonlySet<EventId>): Promise<boolean> {
  for (const { event_id, approval_id: id } of await selectOpenCalls(t, turn.id)) {
    if (!asked.has(event_id)) continue
    const approval = id === null ? undefined : await t.one(selectApproval({ id }))
    if (approval === undefined || approval.state !== 'pending') return true
  }
  return false
}

/** Before anything leaves the program: what it tells is on disk, and the turn is still ours. Nothing awaits after it. */
export async function assertHeld(deps: Pick<RoomDeps, 'store'>, job: Job): Promise<void> {
  await deps.store.durable()
  await assertOurs(job)
}

export async function assertOurs(job: Job): Promise<void> {
  if (!(await job.holds())) throw job.signal.reason ?? new Error('the turn was taken over')
}

async function makeCall(
  deps: RoomDeps,
  scene: TurnScene,
  row: OpenCall,
  call: ToolCall,
  isApproved: boolean,
): Promise<Settled> {
  const { job } = scene
  // What is not begun stays open: whoever takes the turn up makes it, instead of wondering whether it was made.
  if (job.signal.aborted) throw job.signal.reason
  await job.step(async (t) => {
    await t.run(startCall({ eventId: row.event_id, now: t.now }))
    // A word is used up by the first attempt, whatever becomes of it.
    if (row.approval_id !== null && row.state === 'open' && !(await useApproval(t, row.approval_id))) {
      throw new Error(`the approval ${row.approval_id} was used before`)
    }
  })
  await assertHeld(deps, job)
  const beganAt = deps.clock.mono()
  const outcome = await tryCall(deps, scene, row, call, isApproved)
  if (outcome.waitsFor !== undefined) {
    await job.step((t) => t.run(reopenCall({ eventId: row.event_id })))
    return outcome.waitsFor
  }
  await putResult(deps, scene, row, outcome, { tookMs: Math.round(deps.clock.mono() - beganAt) })
  return 'settled'
}

async function tryCall(
  deps: RoomDeps,
  { job, session, tools }: TurnScene,
  row: OpenCall,
  call: ToolCall,
  isApproved: boolean,
): Promise<ToolOutcome> {
  let toldAt = Number.NEGATIVE_INFINITY
  const onProgress = (tail: string) => {
    const now = deps.clock.mono()
    if (now - toldAt < limits.toolProgressEveryMs) return
    toldAt = now
    const text = tail.slice(-limits.toolProgressCharsMax)
    deps.feed.progress(session.id, { eventId: row.event_id, text })
  }
  try {
    const { event_id: callEventId, created_at: calledAt } = row
    return await tools.run(call, { signal: job.signal, isApproved, onProgress, callEventId, calledAt })
  } catch (error) {
    if (job.signal.aborted) throw error
    deps.log.error('a tool failed in a way that it should have told', { tool: call.name, error })
    return { output: 'The tool failed unexpectedly; the reason is in the log.', isError: true }
  }
}

async function putResult(
  deps: RoomDeps,
  scene: TurnScene,
  row: OpenCall,
  outcome: ToolOutcome,
  more: { isInterrupted?: boolean; tookMs?: number } = {},
): Promise<void> {
  const { output, isError, diff, isUntrusted = false, attachments = [] } = outcome
  const details = {
    output,
    isError,
    ...(diff !== undefined && { diff }),
    ...(isUntrusted && { untrusted: true }),
    ...(more.tookMs !== undefined && { tookMs: more.tookMs }),
    ...(more.isInterrupted && { interrupted: true }),
    ...(attachments.length > 0 && { attachments }),
  }
  await scene.job.step(async (t) => {
    await answerCall(deps, t, agentActor(scene.agent), row, details, outcome.quotes)
    await takeHeard(deps, t, scene.turn, outcome.takes ?? [])
    if (isUntrusted && scene.turn.is_tainted === 0) await noteTaint(t, scene.turn)
  })
  // What is judged after this knows it.
  if (isUntrusted) scene.turn.is_tainted = 1
}

const interrupted =
  'Interrupted by a restart: whether this was carried out is not known. Look before you do it again.'
const redacted = 'This call was redacted before it was made, so it was not made.'
const tooManyWait = `${limits.approvalsPerSessionMax} calls wait for approval already, so nobody was asked about this one. Call it again when they are decided.`

function describeDenial(approval: ApprovalRow | undefined): string {
  if (approval?.state === 'expired') {
    return 'Nobody approved this in time, so it was not made. Go on without it, or say what you need it for.'
  }
  const by = approval?.decided_name ?? 'Somebody'
  const note = approval?.note ? ` They said: "${approval.note}".` : ''
  return `${by} denied this call, so it was not made.${note} Do not try it again in another form; go on without it.`
}
