// Approvals as others see them.

import type { ApprovalId, ApprovalReason, ApprovalState, EventId, SessionId, TurnId } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Actor, Page, PageInput } from '../../people/people.ts'

export interface Approval {
  id: ApprovalId
  sessionId: SessionId
  sessionTitle: string
  agentId: string
  turnId: TurnId
  eventId: EventId
  callEventId: EventId
  tool: string
  arguments: string
  callHash: string
  why: ApprovalReason
  reason: string
  scope: string
  state: ApprovalState
  decidedBy: { id: string | null; name: string } | null
  note: string | null
  /** Whether the actor who asks may decide it. */
  mayDecide: boolean
  askedAt: number
  expiresAt: number
  decidedAt: number | null
}

export interface Decision {
  decision: 'once' | 'session' | 'deny'
  note?: string | undefined
  /** Of the call that the actor was shown. */
  callHash?: string | undefined
}

export interface ApprovalFilter {
  /** Id or key. */
  session?: string | undefined
  state: 'pending' | 'decided'
}

export interface ApprovalVerbs {
  /** In the sessions that the actor may read, newest first. */
  listApprovals(r: Reader, actor: Actor, filter: ApprovalFilter, page: PageInput): Promise<Page<Approval>>
  /** For what another room shows of it: nobody asks. */
  readApproval(r: Reader, id: ApprovalId): Promise<Approval | undefined>
  /** The same: those of a session that wait, the oldest first. */
  listWaiting(r: Reader, sessionId: SessionId): Promise<ApprovalId[]>
  /** As that actor sees it. Undefined for who may not. */
  seeApproval(r: Reader, actor: Actor, id: ApprovalId): Promise<Approval | undefined>
  /** Whether a word of the actor would count now; a "no" is thrown, as `decideApproval` does. Changes nothing. */
  demandDecidable(r: Reader, actor: Actor, id: string): Promise<Approval>
  /** The first authorised word counts; the turn goes on with it. */
  decideApproval(t: Tx, actor: Actor, id: string, decision: Decision): Promise<Approval>
}
