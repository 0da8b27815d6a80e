// What the configuration says of agents and models, as this room reads it. The file's schema stands at the roof; what
// comes in here has passed it.

import type { providerKinds } from '@heddle/contract'
import type { Thinking } from './model.ts'
import type { AgentToolsConfig, ToolsConfig } from './tools-config.ts'

export interface AgentsConfig extends ToolsConfig {
  agents?: {
    defaults?: {
      model?: string
      thinking?: Thinking
      fallbackModels?: readonly string[]
      subagents?: SubagentsConfig & { maxConcurrent?: number }
    }
    list?: readonly AgentEntry[]
  }
  models?: { providers?: Readonly<Record<string, ProviderEntry>> }
}

export interface AgentEntry {
  id: string
  name?: string
  avatar?: string
  /** provider/model. */
  model?: string
  thinking?: Thinking
  /** Absolute path. */
  workspace?: string
  tools?: AgentToolsConfig
  /** Asked in this order when its own model cannot answer. */
  fallbackModels?: readonly string[]
  auth?: AgentAuth
  subagents?: SubagentsConfig
}

export interface SubagentsConfig {
  /** provider/model. */
  model?: string
  thinking?: Thinking
  runTimeoutSeconds?: number
  maxSpawnDepth?: number
  maxChildrenPerAgent?: number
  archiveAfterMinutes?: number
  allowAgents?: readonly string[]
}

/** Keys of its own, by the provider's name. */
export interface AgentAuth {
  profiles?: Readonly<Record<string, { apiKey?: string }>>
  /** No other key than its own is used for it. */
  isolated?: boolean
}

export type ProviderKind = (typeof providerKinds)[number]

export interface ProviderEntry {
  kind: ProviderKind
  /** Absent: the vendor's own address. */
  baseUrl?: string
  /** Set in the web, where not every address may be given. */
  isGuarded?: true
  /** As the file has it; where else a key may stand is known by find-api-key.ts. */
  apiKey?: string
  /** Absent: the provider is asked for whatever name an agent gives. */
  models?: readonly ModelEntry[]
}

export interface ModelEntry {
  id: string
  /** Money per million tokens. */
  cost?: { input: number; output: number; cachedInput?: number; cacheWrite?: number }
  contextTokens?: number
  vision?: boolean
}
