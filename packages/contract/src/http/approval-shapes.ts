// Approvals of tool calls, and what a budget has left, as JSON.

import { z } from 'zod'
import { approvalReasons, budgetScopes } from '../events.ts'
import { limits } from '../limits.ts'
import { time } from './times.ts'

export const approvalStates = ['pending', 'once', 'session', 'deny', 'expired', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]

export const approvalShape = z.object({
  id: z.string(),
  sessionId: z.string(),
  sessionTitle: z.string(),
  agentId: z.string(),
  turnId: z.string(),
  /** The row of the timeline at which it is asked. */
  eventId: z.string(),
  callEventId: z.string(),
  tool: z.string(),
  /** JSON as the model wrote it, whole. */
  arguments: z.string(),
  callHash: z.string(),
  why: z.enum(approvalReasons),
  reason: z.string(),
  /** What "for this session" allows. */
  scope: z.string(),
  state: z.enum(approvalStates),
  decidedBy: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  note: z.string().nullable(),
  /** Whether the caller may decide it. */
  mayDecide: z.boolean(),
  askedAt: time,
  expiresAt: time,
  decidedAt: time.nullable(),
})

export const approvalsQuery = z.strictObject({
  /** Id or key. */
  session: z.string().max(limits.sessionKeyCharsMax).optional(),
  state: z.enum(['pending', 'decided']).default('pending'),
  limit: z.coerce.number().int().min(1).max(limits.pageItemsMax).default(limits.pageItemsDefault),
  cursor: z.string().max(limits.cursorCharsMax).optional(),
})

export const decideInput = z.strictObject({
  decision: z.enum(['once', 'session', 'deny']),
  note: z.string().trim().max(limits.approvalNoteCharsMax).optional(),
  /** Of the call that was shown; another one is refused. */
  callHash: z.string().max(128).optional(),
})

export const budgetShape = z.object({
  scope: z.enum(budgetScopes),
  usedTokens: z.int(),
  usedMicros: z.int(),
  /** With what was added by hand; null: no limit. */
  tokensMax: z.int().nullable(),
  microsMax: z.int().nullable(),
})

export const raiseBudgetInput = z
  .strictObject({
    scope: z.enum(budgetScopes),
    /** What is added to the limit. */
    tokens: z.int().min(1).max(1_000_000_000_000).optional(),
    /** In the currency of the price list. */
    money: z.number().positive().max(1_000_000_000).optional(),
  })
  .refine(({ tokens, money }) => tokens !== undefined || money !== undefined, {
    error: 'say how much is added: tokens or money',
    path: ['tokens'],
  })

export type ApprovalJson = z.infer<typeof approvalShape>
export type DecideInput = z.infer<typeof decideInput>
export type BudgetJson = z.infer<typeof budgetShape>
export type RaiseBudgetInput = z.infer<typeof raiseBudgetInput>
