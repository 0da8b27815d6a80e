// The agents room as others see it: which agents there are, what they are told, and what one step of one does. It keeps
// nothing and tells no facts; whoever runs turns makes each step durable.

import type {
  FinishReason,
  ModelError,
  ModelMessage,
  Thinking,
  ToolCall,
  ToolDescription,
  Usage,
} from './model.ts'
import type { ToolFilter, ToolLayer } from './tools.ts'
import type { SubagentRules } from './choose-subagent-rules.ts'

export type { SubagentRules } from './choose-subagent-rules.ts'
export type * from './model.ts'

export interface Agent {
  id: string
  name: string
  avatar: string | null
  /** provider/model. */
  model: string
  thinking: Thinking
  /** Absolute path; null if it has none. */
  workspace: string | null
  /** Those that are asked when its own cannot answer, in this order. */
  fallbackModels: readonly string[]
}

export interface ModelInfo {
  /** provider/model. */
  name: string
  provider: string
  kind: string
  /** Null when nobody said. */
  contextTokens: number | null
  /** Money per million tokens, in the currency of the price list; null when unknown. */
  cost: ModelCost | null
  /** The built-in one, which is labelled wherever it answers (AGT4). */
  isDemo: boolean
  /** Can be shown images. */
  vision: boolean
}

export interface ModelCost {
  input: number
  output: number
  cachedInput: number
  /** For what is put into the provider's cache. Absent: as input. */
  cacheWrite?: number
  /** What holds for all of a request that reads more than so many tokens. */
  above?: { tokens: number; input: number; output: number; cachedInput: number; cacheWrite?: number }
}

export interface Agents {
  /** As configured, in the order of the file; `main` alone when nothing is. Never empty. */
  list(): readonly Agent[]
  /** Ids compare without regard to case. */
  find(id: string): Agent | undefined
  models(): readonly ModelInfo[]
  /** What the configuration says of an agent's sub-agents. */
  subagentRules(agentId: string): SubagentRules
  /** What it says of an agent's tools, and of those of every sub-agent. */
  toolLayer(agentId: string): ToolLayer
  subagentToolFilter(): ToolFilter
  /** How many sub-agents work at once, in all. */
  subagentsAtOnce(): number
  /** Undefined for a name that no provider has. */
  findModel(name: string): ModelInfo | undefined
  /** The instructions of a turn: from the workspace folder's files and what the session is. Reads files; may be slow. */
  instruct(agent: Agent, scene: Scene): Promise<string>
  /** One model answer. An abort ends it as `stopped`; it throws only for our own mistakes. */
  runStep(step: Step, watch: StepWatch): Promise<StepOutcome>
}

/** What the instructions depend on besides the agent. */
export interface Scene {
  /** Present of a sub-agent: it reads only AGENTS.md and TOOLS.md (AGT2), and is told what it is for (SUB15). */
  subagent?: SubagentTask | undefined
  /** Conversations of its own, where people speak to it directly (SUB15). */
  places?: readonly SpokenPlace[] | undefined
  /** Those who are known to take part. USER.md is read only in sessions with one person (CNV8). */
  people: readonly { name: string; handle: string | null }[]
  /** Several may speak, so that each message says who does. */
  isShared: boolean
  now: number
}

export interface SpokenPlace {
  channel: string
  kind: string
  conversationId: string
  /** Who let people speak to it there; null: nobody in particular. */
  boundBy: string | null
}

export interface SubagentTask {
  /** Who gave it the task, in words. */
  giver: string
  label: string | null
  task: string
  /** Whether it may spawn sub-agents of its own. */
  canSpawn: boolean
  /** It stays after its task, to be talked to. */
  isPersistent: boolean
  /** It was announced already: what is said now goes on with it. */
  hasEnded: boolean
  /** Where people speak to it, in words. */
  place: string
}

export interface Step {
  agent: Agent
  /** Instead of the agent's own. */
  model?: string
  system: string
  messages: readonly ModelMessage[]
  tools: readonly ToolDescription[]
  signal: AbortSignal
}

/** Told while it happens; must not throw. */
export interface StepWatch {
  onText(text: string): void
  onReasoning(text: string): void
}

export type StepOutcome =
  | (StepText & {
      kind: 'answered'
      toolCalls: readonly ToolCall[]
      finish: FinishReason
      usage: Usage
      /** In millionths of the price list's currency; null when no price is known. */
      costMicros: number | null
      model: string
      isDemo: boolean
      /** To be handed back with this answer in the same turn, as `vendor.data`; null when the model wants nothing back. */
      vendor: string | null
    })
  /** `text` is what had come by then. */
  | (StepText & { kind: 'failed'; error: ModelError; model: string })
  | (StepText & { kind: 'stopped'; model: string })

export interface StepText {
  text: string
  reasoning: string
}
