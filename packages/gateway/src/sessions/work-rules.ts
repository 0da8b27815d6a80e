// What the configuration says of budgets and approvals, as this room reads it. The schema of the file stands at the roof.

import type { BudgetScope } from '@heddle/contract'

export interface WorkRules {
  budgets?: Readonly<Partial<Record<BudgetScope, BudgetLimit>>>
  approvals?: { by?: ApprovalsBy }
}

export interface BudgetLimit {
  /** In the currency of the price list. */
  money?: number
  tokens?: number
}

export const approvalDeciders = ['participants', 'requester', 'admins'] as const
export type ApprovalsBy = (typeof approvalDeciders)[number]
