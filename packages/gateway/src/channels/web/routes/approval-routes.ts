// Tool calls that wait for somebody's word.

import type { ApprovalJson } from '@heddle/contract'
import type { Approval, Sessions } from '../../../sessions/sessions.ts'
import { answer, type Register } from '../api/call.ts'
import { iso, pageJson } from '../to-json.ts'

export interface ApprovalRoutesDeps {
  sessions: Pick<Sessions, 'listApprovals' | 'decideApproval'>
}

export function registerApprovalRoutes(register: Register, { sessions }: ApprovalRoutesDeps): void {
  register('listApprovals', async ({ actor, query, read }) => {
    const { limit, cursor, ...filter } = query
    const found = await read((r) => sessions.listApprovals(r, actor, filter, { limit, cursor }))
    return answer(pageJson(found, approvalJson))
  })

  register('decideApproval', async ({ actor, path, body, commit }) => {
    const decided = await commit((t) => sessions.decideApproval(t, actor, path.id, body))
    return answer(approvalJson(decided))
  })
}

function approvalJson(approval: Approval): ApprovalJson {
  const { id, sessionId, sessionTitle, agentId, turnId, eventId, callEventId, tool, callHash } = approval
  const { why, reason, scope, state, decidedBy, note, mayDecide, decidedAt } = approval
  return {
    id,
    sessionId,
    sessionTitle,
    agentId,
    turnId,
    eventId,
    callEventId,
    tool,
    arguments: approval.arguments,
    callHash,
    why,
    reason,
    scope,
    state,
    decidedBy: decidedBy && { id: decidedBy.id, name: decidedBy.name },
    note,
    mayDecide,
    askedAt: iso(approval.askedAt),
    expiresAt: iso(approval.expiresAt),
    decidedAt: decidedAt === null ? null : iso(decidedAt),
  }
}
