// Approvals and budgets, made up for the gallery and for tests.

import type { ApprovalJson, BudgetJson } from '@heddle/contract'
import { ago, bob } from './sample-people.ts'
import { sessionId } from './sample-sessions.ts'

export function approval(over: Partial<ApprovalJson> = {}): ApprovalJson {
  return {
    id: 'apr_1',
    sessionId,
    sessionTitle: 'Three names for a boat',
    agentId: 'main',
    turnId: 'trn_1',
    eventId: 'evt_00000000000000000000000005',
    callEventId: 'evt_00000000000000000000000004',
    tool: 'exec',
    arguments: '{"script":"rm -r build && npm run build"}',
    callHash: 'f'.repeat(64),
    why: 'policy',
    reason: 'The policy here asks before exec is used.',
    scope: 'rm -r build && npm run build',
    state: 'pending',
    decidedBy: null,
    note: null,
    mayDecide: true,
    askedAt: ago(2),
    expiresAt: ago(-28),
    decidedAt: null,
    ...over,
  }
}

export const decidedApprovals: ApprovalJson[] = [
  approval({ id: 'apr_11', state: 'once', decidedBy: bob, decidedAt: ago(30), mayDecide: false }),
  approval({
    id: 'apr_12',
    state: 'deny',
    decidedBy: bob,
    note: 'Not on a Friday.',
    tool: 'mcp__tracker__close_issue',
    arguments: '{"id":4711}',
    sessionTitle: '',
    decidedAt: ago(90),
    mayDecide: false,
  }),
  approval({ id: 'apr_13', state: 'expired', arguments: '', decidedAt: ago(900), mayDecide: false }),
]

export const budgets: BudgetJson[] = [
  { scope: 'run', usedTokens: 18_204, usedMicros: 0, tokensMax: 20_000, microsMax: null },
  { scope: 'day', usedTokens: 402_000, usedMicros: 4_210_000, tokensMax: 1_000_000, microsMax: 5_000_000 },
]
