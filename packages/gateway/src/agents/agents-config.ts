// What the configuration says of agents and models, as this room reads it. The file's schema stands at the roof; what
// comes in here has passed it.

import type { Thinking } from './model.ts'

export interface AgentsConfig {
  agents?: {
    defaults?: { model?: string; thinking?: Thinking }
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
}

export const providerKinds = ['openai-compatible', 'demo'] as const
export type ProviderKind = (typeof providerKinds)[number]

export interface ProviderEntry {
  kind: ProviderKind
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
  cost?: { input: number; output: number; cachedInput?: number }
  contextTokens?: number
  vision?: boolean
}
