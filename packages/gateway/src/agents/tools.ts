// The tools that an agent can call, as a port. Whoever runs turns asks for the tools of a scene, lets each call be judged,
// and makes it; how a tool works, and what the policy says, is known here.

import type { ApprovalReason, AttachmentJson, ToolPolicy } from '@heddle/contract'
import type { ToolCall, ToolDescription } from './model.ts'
import type { AgentToolsConfig } from './tools-config.ts'

export interface ToolSource {
  /** The tools of one hold on a turn. Waits for servers that are just being reached, but not for long. */
  open(scene: ToolScene, signal: AbortSignal): Promise<ToolSet>
}

/** What the policy was at some moment: that of an agent, and that of the place. Where they say nothing, the tools' own. */
export interface ToolLayer {
  agent?: AgentToolsConfig
  place?: { policy?: Readonly<Record<string, ToolPolicy>> }
}

/** Names of tools or groups: it takes away what it denies or leaves out, and says nothing about the rest. */
export interface ToolFilter {
  list: Pick<AgentToolsConfig, 'allow' | 'deny'>
}

/** What a sub-agent may use at most: nothing that one of these denies. */
export type ToolRights = readonly (ToolLayer | ToolFilter)[]

export interface ToolScene {
  sessionId: string
  agentId: string
  turnId: string
  /** Absent of a session that no agent was given. */
  subagent?: SubagentScene
  /** Of a session that goes on where a sub-agent's ended: what it may use at most. */
  rights?: ToolRights
}

export interface SubagentScene {
  depth: number
  /** How deep anything below it may go. */
  depthMax: number
  rights: ToolRights
}

export interface ToolSet {
  /** Those that the policy does not deny, in an order that does not change. */
  readonly descriptions: readonly ToolDescription[]
  /** What is to be done with a call. Depends on nothing but the call, the policy and what it is given. */
  judge(call: ToolCall, state: TurnTrust): CallVerdict
  /** Whether a call whose outcome nobody knows may simply be made again. */
  isIdempotent(name: string): boolean
  /** Whether it only looks, so that calls of it may be made side by side. */
  looks(name: string): boolean
  /** Never throws for what the tool itself runs into: that is an outcome with `isError`. */
  run(call: ToolCall, run: ToolRun): Promise<ToolOutcome>
}

export interface TurnTrust {
  /** Somebody else's words are in what the model reads. */
  isTainted: boolean
}

export type CallVerdict =
  | { kind: 'run' }
  /** `reason` is a sentence for people. */
  | { kind: 'ask'; why: ApprovalReason; reason: string; scope: CallScope }
  /** Told to the model as the outcome: no such tool, denied, arguments that cannot be read. */
  | { kind: 'refuse'; message: string }

/** What "for this session" allows besides the one call: `key` is compared, `label` is read. */
export interface CallScope {
  key: string
  label: string
}

export interface ToolRun {
  signal: AbortSignal
  /** Somebody allowed this very call: by name, by its scope, or for the turn. */
  isApproved: boolean
  /** The end of what it has put out so far, for who looks on. May be called often; must not throw. */
  onProgress(tail: string): void
  /** Of the `tool.call`: what is done for the same one twice can be told from what is done for two. */
  callEventId: string
  /** When the model asked for it. */
  calledAt: number
  /** The names that the policy does not deny here. */
  toolNames?: readonly string[]
}

export interface ToolOutcome {
  output: string
  isError: boolean
  /** A unified diff of what it changed. */
  diff?: string
  /** Somebody outside wrote this, or may have. */
  isUntrusted?: boolean
  /** There is no outcome yet. The call is made again once one of these has ended, and at that time at the latest. */
  waitsFor?: { runIds: readonly string[]; until: number }
  /** What waits in the inbox and is told with this: no turn need take it. */
  takes?: readonly string[]
  /** Ids of what it repeats, entries, sessions, runs: redacted there, it is redacted here. */
  quotes?: readonly string[]
  /** Files that it sent to people. */
  attachments?: readonly AttachmentJson[]
}

/** One tool, as those that have one give it. */
export interface Tool {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>
  /** `files`, `exec`, `fetch`, `sessions`, or `mcp:<server>`. */
  group: string
  /** What holds where nobody set a policy. */
  policy: ToolPolicy
  isIdempotent: boolean
  /** Made twice it comes to the same, and yet it changes something: it keeps its place among other calls. */
  changes?: boolean
  /** Can carry what the model knows to somewhere else. */
  carriesOut: boolean
  /** Answers with words that somebody else may have written. */
  isUntrusted: boolean
  /** Names of tools that it does the work of in this call: what the policy says of them holds for it too. */
  needs?(args: ToolArguments): readonly string[]
  /** Why this call needs somebody's word whatever the policy says; undefined when it does not. */
  mustAsk?(args: ToolArguments, where: ToolPlace): { why: ApprovalReason; reason: string } | undefined
  /** Absent: "for this session" allows the tool with any arguments. */
  scopeOf?(args: ToolArguments): CallScope
  /** What is wrong with the arguments, in a sentence that names the field; undefined when nothing is. */
  complainOf(args: ToolArguments): string | undefined
  /** The arguments have passed. */
  run(args: ToolArguments, place: ToolPlace, run: ToolRun): Promise<ToolOutcome>
}

export type ToolArguments = Readonly<Record<string, unknown>>

/** Where a tool works. */
export interface ToolPlace extends ToolScene {
  /** Absolute path of the agent's folder; null if it has none. */
  workspace: string | null
}

/** Tools of one origin. A tool of the same name of a later origin is not shown. */
export interface ToolOrigin {
  tools(place: ToolPlace, signal: AbortSignal): Promise<readonly Tool[]>
}

const empty: ToolSet = {
  descriptions: [],
  judge: (call) => ({ kind: 'refuse', message: `There is no tool "${call.name}".` }),
  isIdempotent: () => false,
  looks: () => false,
  run: async (call) => ({ output: `There is no tool "${call.name}".`, isError: true }),
}

export const noTools: ToolSource = { open: async () => empty }
