// Asks people for a word on one tool call: a row, and a card on the timeline, in the caller's transaction. What is
// approved is the hash of exactly this call; whatever else is made of it is not approved.

import { limits } from '@heddle/contract'
import type { CallScope, CallVerdict } from '../../agents/tools.ts'
import type { ToolCall } from '../../agents/agents.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { agentActor } from '../event-actor.ts'
import { append } from '../log.ts'
import { selectSession } from '../session-store.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { ApprovalRow, CallRow } from '../sessions-tables.ts'
import { setCallApproval } from '../turns/call-store.ts'
import type { TurnScene } from '../turns/run-turns.ts'
import { writeTime } from '../usage/calendar-day.ts'
import { insertApproval } from './approval-store.ts'
import { beginNeed } from './note-need.ts'

export type Asking = Extract<CallVerdict, { kind: 'ask' }>

/** False if so many wait in this session already that nobody would look through them. */
export async function askApproval(
  deps: RoomDeps,
  t: Tx,
  scene: TurnScene,
  row: CallRow,
  call: ToolCall,
  asking: Asking,
): Promise<boolean> {
  const { session, turn, agent } = scene
  const now = await t.one(selectSession({ id: session.id }))
  if (now === undefined || now.open_approvals >= limits.approvalsPerSessionMax) return false
  const id = deps.ids.make('approval')
  const expiresAt = t.now + limits.approvalExpiresMs
  const callHash = hashCall(deps, call)
  const scope = grantScope(call.name, asking)
  const [event] = await append(deps, t, session.id, [
    {
      kind: 'approval.asked',
      actor: agentActor(agent),
      payload: {
        approvalId: id,
        callId: call.id,
        callEventId: row.event_id,
        name: call.name,
        arguments: call.arguments,
        callHash,
        why: asking.why,
        reason: asking.reason,
        scope: scope.label,
        expiresAt: writeTime(expiresAt),
      },
      turnId: turn.id,
      causedBy: row.event_id,
    },
  ])
  if (!event) throw new Error('an approval was not asked')
  const approval: ApprovalRow = {
    id,
    session_id: session.id,
    turn_id: turn.id,
    agent_id: agent.id,
    event_id: event.eventId,
    call_event_id: row.event_id,
    call_id: call.id,
    tool: call.name,
    arguments: call.arguments,
    call_hash: callHash,
    why: asking.why,
    reason: asking.reason,
    scope_key: scope.key,
    scope_label: scope.label,
    requester_id: turn.requester_id,
    state: 'pending',
    decided_by: null,
    decided_name: null,
    note: null,
    asked_at: t.now,
    expires_at: expiresAt,
    decided_at: null,
    used_at: null,
  }
  await insertApproval(t, approval)
  await setCallApproval(t, row.event_id, id)
  await beginNeed(deps, t, session)
  await deps.facts.tell(t, 'approval_asked', { sessionId: session.id, approvalId: id })
  return true
}

/** Of the name and the arguments as they were written, so that not even a space can be changed after the fact. */
export function hashCall(
  deps: Pick<RoomDeps, 'fingerprint'>,
  call: Pick<ToolCall, 'name' | 'arguments'>,
): string {
  return Buffer.from(deps.fingerprint(JSON.stringify([call.name, call.arguments]))).toString('hex')
}

/** A word about untrusted text says nothing about the policy, nor the other way round. */
export function grantScope(tool: string, { why, scope }: Pick<Asking, 'why' | 'scope'>): CallScope {
  return { key: JSON.stringify([why, tool, scope.key]), label: scope.label }
}
