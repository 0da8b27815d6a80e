// The tool calls of a turn: each is on record before it is made, and again as running right before; its result follows.
// A call that was running when its holder died is told to the model as interrupted, and made again only if its tool says
// that it may be. A call that needs somebody's word waits for it as a row: the turn holds nothing meanwhile.

import { limits } from '@heddle/contract'
import type { ToolCall } from '../../agents/agents.ts'
import type { ToolOutcome } from '../../agents/tools.ts'
import type { Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import { selectApproval, useApproval } from '../approvals/approval-store.ts'
import { askApproval } from '../approvals/ask-approval.ts'
import { expireApprovals } from '../approvals/settle-approvals.ts'
import { agentActor } from '../event-actor.ts'
import { payloadOf } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { ApprovalRow, TurnRow } from '../sessions-tables.ts'
import { answerCall, callOf } from './answer-call.ts'
import { type OpenCall, selectOpenCalls, startCall } from './call-store.ts'
import { judgeOpenCall, mayMakeAgain, objectToApproved } from './judge-open-call.ts'
import { findStop, takeSteering } from './open-turn.ts'
import type { TurnScene } from './run-turns.ts'
import { noteApprovalWait, noteTaint } from './turn-store.ts'

/** `waiting`: this hold on the turn is over; a word or the end of its time brings it back. */
export type CallsEnd = 'settled' | 'waiting'

/** Makes what can be made of the calls that have no result, until all have one or the rest waits for people. */
export async function runCalls(deps: RoomDeps, scene: TurnScene): Promise<CallsEnd> {
  const { job, turn } = scene
  const calls = await deps.store.read((r) => selectOpenCalls(r, turn.id))
  let waits = false
  for (const batch of batchesOf(scene, calls)) {
    const ends = await Promise.allSettled(batch.map((call) => settleCall(deps, scene, call)))
    for (const end of ends) {
      if (end.status === 'rejected') throw end.reason
      waits ||= end.value === 'waiting'
    }
  }
  if (waits) {
    await waitForWord(deps, scene)
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
    const looks = tools.looks(String(payloadOf(call)['name']))
    if (looks && isOpen) batches.at(-1)?.push(call)
    else batches.push([call])
    isOpen = looks && (batches.at(-1)?.length ?? 0) < callsAtOnceMax
  }
  return batches
}

const callsAtOnceMax = 8

async function settleCall(deps: RoomDeps, scene: TurnScene, row: OpenCall): Promise<'settled' | 'waiting'> {
  const call = callOf(row)
  if (row.state === 'running') {
    // Whoever allowed it, allowed this call; that its first try was lost changes nothing about it.
    if (mayMakeAgain(scene, row, call)) await makeCall(deps, scene, row, call, row.approval_id !== null)
    else await putResult(deps, scene, row, { output: interrupted, isError: true }, { isInterrupted: true })
    return 'settled'
  }
  if (row.redacted_at !== null) return refuse(deps, scene, row, redacted)
  if (row.approval_id !== null) return settleAsked(deps, scene, row, call)
  const { verdict, isApproved } = await judgeOpenCall(deps, scene, call)
  if (verdict.kind === 'refuse') return refuse(deps, scene, row, verdict.message)
  if (verdict.kind === 'ask') {
    const isAsked = await scene.job.step((t) => askApproval(deps, t, scene, row, call, verdict))
    return isAsked ? 'waiting' : refuse(deps, scene, row, tooManyWait)
  }
  await makeCall(deps, scene, row, call, isApproved)
  return 'settled'
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
): Promise<'settled' | 'waiting'> {
  const { approval_id: id } = row
  const approval = id === null ? undefined : await deps.store.read((r) => r.one(selectApproval({ id })))
  if (approval?.state === 'pending' && approval.expires_at > deps.store.now()) return 'waiting'
  if (approval?.state === 'pending') {
    await scene.job.step((t) => expireApprovals(deps, t, scene.turn))
    return settleAsked(deps, scene, row, call)
  }
  if (approval?.state === 'once' || approval?.state === 'session') {
    const objection = objectToApproved(deps, scene, call, approval)
    if (objection !== undefined) return refuse(deps, scene, row, objection)
    await makeCall(deps, scene, row, call, true)
    return 'settled'
  }
  return refuse(deps, scene, row, describeDenial(approval))
}

/** Gives the turn out of the hand. What was decided or stopped meanwhile brings it back at once. */
async function waitForWord(deps: RoomDeps, { job, turn }: TurnScene): Promise<void> {
  await job.commit(async (t) => {
    const next = await expireApprovals(deps, t, turn)
    const isDue = (await findStop(t, turn)) !== undefined || (await isAnyDecided(t, turn))
    const until = isDue ? t.now : (next ?? t.now)
    await noteApprovalWait(t, turn.id, until)
    await job.again(t, until)
  })
}

async function isAnyDecided(t: Tx, turn: TurnRow): Promise<boolean> {
  for (const { approval_id: id } of await selectOpenCalls(t, turn.id)) {
    const approval = id === null ? undefined : await t.one(selectApproval({ id }))
    if (approval !== undefined && approval.state !== 'pending') return true
  }
  return false
}

/** Before anything leaves the program: what it tells is on disk, and the turn is still ours. Nothing awaits after it. */
export async function assertHeld(deps: Pick<RoomDeps, 'store'>, job: Job): Promise<void> {
  await deps.store.durable()
  if (!(await job.holds())) throw job.signal.reason ?? new Error('the turn was taken over')
}

async function makeCall(
  deps: RoomDeps,
  scene: TurnScene,
  row: OpenCall,
  call: ToolCall,
  isApproved: boolean,
): Promise<void> {
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
  await putResult(deps, scene, row, outcome, { tookMs: Math.round(deps.clock.mono() - beganAt) })
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
    return await tools.run(call, { signal: job.signal, isApproved, onProgress })
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
  const { output, isError, diff, isUntrusted = false } = outcome
  const details = {
    output,
    isError,
    ...(diff !== undefined && { diff }),
    ...(isUntrusted && { untrusted: true }),
    ...(more.tookMs !== undefined && { tookMs: more.tookMs }),
    ...(more.isInterrupted && { interrupted: true }),
  }
  await scene.job.step(async (t) => {
    await answerCall(deps, t, agentActor(scene.agent), row, details)
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
