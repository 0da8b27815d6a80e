// The routes of approvals and budgets.

import * as approval from './approval-shapes.ts'
import type { Route } from './route.ts'
import { pageOf } from './shapes.ts'

export const approvalRoutes = {
  listApprovals: {
    method: 'GET',
    path: '/approvals',
    action: 'session.list',
    status: 200,
    query: approval.approvalsQuery,
    answer: pageOf(approval.approvalShape),
    summary:
      'Tool calls that wait for a decision, in the sessions that the caller may read; or those decided.',
  },
  decideApproval: {
    method: 'POST',
    path: '/approvals/{id}',
    action: 'approval.decide',
    status: 200,
    body: approval.decideInput,
    answer: approval.approvalShape,
    summary: 'Allow a tool call once or for the session, or deny it. The first authorised answer counts.',
  },
  listBudgets: {
    method: 'GET',
    path: '/sessions/{id}/budgets',
    action: 'session.read',
    status: 200,
    answer: pageOf(approval.budgetShape),
    summary: 'What the budgets that hold in a session have left.',
  },
  raiseBudget: {
    method: 'POST',
    path: '/sessions/{id}/budgets',
    action: 'budget.raise',
    status: 200,
    makes: true,
    body: approval.raiseBudgetInput,
    answer: approval.budgetShape,
    summary:
      'Add to a budget that holds in a session: to its runs, its tree, the member’s day or everybody’s day.',
  },
} as const satisfies Record<string, Route>
