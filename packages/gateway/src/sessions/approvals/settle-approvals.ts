// The end of approvals that nobody decided: their time is over, or their turn is.

import type { ApprovalOutcome } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { append, systemActor } from '../log.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { ApprovalRow, TurnRow } from '../sessions-tables.ts'
import { below } from '../subagents/origin.ts'
import { clearCallApproval } from '../turns/call-store.ts'
import { endApprovalWait } from '../turns/turn-store.ts'
import { deleteTurnGrants, forgetCall, selectPendingOfTurn, settleApproval } from './approval-store.ts'
import { endNeed } from './note-need.ts'

/** Denies those whose time is over; says when the next one's will be, if any is left. */
export async function expireApprovals(deps: RoomDeps, t: Tx, turn: TurnRow): Promise<number | undefined> {
  let next: number | undefined
  for (const row of await t.all(selectPendingOfTurn({ turnId: turn.id }))) {
    if (row.expires_at <= t.now) await endUndecided(deps, t, row, 'expired')
    else next = Math.min(next ?? row.expires_at, row.expires_at)
  }
  return next
}

/** The turn is over: nobody decides any more, and what was allowed for it alone is forgotten. */
export async function withdrawApprovals(deps: RoomDeps, t: Tx, turn: TurnRow): Promise<void> {
  for (const row of await t.all(selectPendingOfTurn({ turnId: turn.id }))) {
    await endUndecided(deps, t, row, 'withdrawn')
  }
  await t.run(deleteTurnGrants({ sessionId: turn.session_id, turnId: turn.id }))
}

/** Its call was redacted: what it quotes is gone, and what waits is not decided any more. */
export async function forgetApproval(deps: RoomDeps, t: Tx, row: ApprovalRow): Promise<void> {
  await forgetCall(t, row)
  if (row.state !== 'pending') return
  await endUndecided(deps, t, row, 'withdrawn')
  await endApprovalWait(t, row.turn_id)
  const session = await t.one(selectSession({ id: row.session_id }))
  await deps.facts.tell(t, 'approval_decided', {
    sessionId: row.session_id,
    approvalId: row.id,
    ...(session && below(session)),
  })
}

/** What else waits for the same word needs it no more: those calls are judged anew, and may need another. */
export async function releaseCovered(deps: RoomDeps, t: Tx, granted: ApprovalRow): Promise<void> {
  for (const row of await t.all(selectPendingOfTurn({ turnId: granted.turn_id }))) {
    if (row.scope_key !== granted.scope_key) continue
    await clearCallApproval(t, row.call_event_id)
    await endUndecided(deps, t, row, 'withdrawn')
  }
}

async function endUndecided(
  deps: RoomDeps,
  t: Tx,
  row: ApprovalRow,
  state: Extract<ApprovalOutcome, 'expired' | 'withdrawn'>,
): Promise<void> {
  if (!(await settleApproval(t, row, { state, by: null, name: null, note: null }))) return
  await endNeed(deps, t, row.session_id)
  await deps.facts.tell(t, 'approval_settled', { sessionId: row.session_id, approvalId: row.id })
  const payload = { approvalId: row.id, callId: row.call_id, decision: state }
  await append(deps, t, row.session_id, [
    { kind: 'approval.decided', actor: systemActor, payload, turnId: row.turn_id, causedBy: row.event_id },
  ])
  await deps.people.recordDeed(t, 'approval.decide', row.id, {
    decision: state,
    tool: row.tool,
    callHash: row.call_hash,
    sessionId: row.session_id,
  })
}
