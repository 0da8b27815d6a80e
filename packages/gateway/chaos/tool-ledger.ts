// What people asked for and were told in a round of tools, so that it can be held against what is left.

import type { PlannedCall, ToolPlan } from './tool-plan.ts'

export type Word = 'once' | 'session' | 'deny'

export interface AskedPlan {
  sessionId: string
  clientMessageId: string
  plan: ToolPlan
  isAcknowledged: boolean
}

export interface ToolLedger {
  /** With the agent of each. */
  sessions: { id: string; agentId: string }[]
  asked: AskedPlan[]
  /** Approvals that someone was shown, by their id: the call that they are about. */
  approvals: Map<string, string>
  /** Acknowledged, with who said it. */
  words: Map<string, { word: Word; by: string }>
  /** Calls on which nobody says a word before everything else is at rest. */
  left: Set<string>
  acknowledged: number
  wrongAnswers: string[]
}

export function createToolLedger(): ToolLedger {
  return {
    sessions: [],
    asked: [],
    approvals: new Map(),
    words: new Map(),
    left: new Set(),
    acknowledged: 0,
    wrongAnswers: [],
  }
}

export function plannedCalls({ asked }: ToolLedger, sessionId: string): PlannedCall[] {
  return asked.filter((one) => one.sessionId === sessionId).flatMap(({ plan }) => plan.flat())
}
