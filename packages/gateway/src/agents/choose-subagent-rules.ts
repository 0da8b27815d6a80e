// What the configuration says of sub-agents, for one agent: its own word, then that of all, then the default. Pure.

import { normalizeHandle, type Thinking } from '@heddle/contract'
import type { AgentsConfig, SubagentsConfig } from './agents-config.ts'

export interface SubagentRules {
  /** Absent: what the caller has. */
  model?: string
  thinking?: Thinking
  /** 0: none. */
  runTimeoutSeconds: number
  maxSpawnDepth: number
  maxChildrenPerAgent: number
  archiveAfterMinutes: number
  /** Which agents it may give tasks to; "*": any. Empty: only itself. */
  allowAgents: readonly string[]
}

export const subagentDefaults = {
  runTimeoutSeconds: 0,
  maxSpawnDepth: 1,
  maxChildrenPerAgent: 5,
  archiveAfterMinutes: 60,
  allowAgents: [],
} as const satisfies SubagentRules

export const subagentsAtOnceDefault = 8

export function chooseSubagentRules(config: AgentsConfig, agentId: string): SubagentRules {
  const wanted = normalizeHandle(agentId)
  const own = config.agents?.list?.find(({ id }) => normalizeHandle(id) === wanted)?.subagents
  const { maxConcurrent: _, ...all }: SubagentsConfig & { maxConcurrent?: number } =
    config.agents?.defaults?.subagents ?? {}
  return { ...subagentDefaults, ...all, ...own }
}

export function chooseSubagentsAtOnce(config: AgentsConfig): number {
  return config.agents?.defaults?.subagents?.maxConcurrent ?? subagentsAtOnceDefault
}

/** Whether this agent may give tasks to that one. */
export function mayTarget({ allowAgents }: SubagentRules, agentId: string, target: string): boolean {
  const wanted = normalizeHandle(target)
  if (allowAgents.length === 0) return wanted === normalizeHandle(agentId)
  return allowAgents.some((entry) => entry === '*' || normalizeHandle(entry) === wanted)
}
