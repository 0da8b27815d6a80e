// A call that somebody's word is asked for, and what became of it: from the timeline, or from the list of approvals,
// which alone knows whether the reader may decide. Pure.

import { type ApprovalJson, type ApprovalOutcome, approvalOutcomes, type EventJson } from '@heddle/contract'

export interface AskedCall {
  id: string
  tool: string
  arguments: string
  /** Only the beginning of the arguments is here: what is not seen is not approved. */
  isCut: boolean
  callHash: string
  why: string
  reason: string
  /** What "for this session" would allow. */
  scope: string
  askedAt: string
  expiresAt: string
}

export interface Settled {
  outcome: ApprovalOutcome
  /** Who decided; empty where nobody did. */
  by: string
  note: string
}

export function callOfApproval(approval: ApprovalJson): AskedCall {
  const { id, tool, callHash, why, reason, scope, askedAt, expiresAt } = approval
  return {
    id,
    tool,
    arguments: approval.arguments,
    isCut: false,
    callHash,
    why,
    reason,
    scope,
    askedAt,
    expiresAt,
  }
}

export function settledOfApproval({ state, decidedBy, note }: ApprovalJson): Settled | undefined {
  return state === 'pending' ? undefined : { outcome: state, by: decidedBy?.name ?? '', note: note ?? '' }
}

export function callOfEvent(event: EventJson): AskedCall {
  const text = (field: string) => textIn(event, field)
  return {
    id: text('approvalId'),
    tool: text('name'),
    arguments: text('arguments'),
    isCut: event.truncated === true,
    callHash: text('callHash'),
    why: text('why'),
    reason: text('reason'),
    scope: text('scope'),
    askedAt: event.createdAt,
    expiresAt: text('expiresAt'),
  }
}

/** An outcome that this page does not know yet lets nothing run, as far as it can say. */
export function settledOfEvent(event: EventJson): Settled {
  const said = textIn(event, 'decision')
  return {
    outcome: approvalOutcomes.find((known) => known === said) ?? 'withdrawn',
    by: event.actor.name,
    note: textIn(event, 'note'),
  }
}

function textIn({ payload }: EventJson, field: string): string {
  const value = payload[field]
  return typeof value === 'string' ? value : ''
}
