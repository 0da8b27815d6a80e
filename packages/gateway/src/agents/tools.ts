// The tools that an agent can call, as a port: the rooms that have something to offer implement it.

import type { ToolCall, ToolDescription } from './model.ts'

export interface ToolSource {
  describe(scene: ToolScene): readonly ToolDescription[]
  /** Never throws for what the tool itself runs into: that is an outcome with `isError`. */
  run(call: ToolCall, scene: ToolScene, signal: AbortSignal): Promise<ToolOutcome>
  /** Whether a call whose outcome nobody knows may simply be made again. */
  isIdempotent(name: string): boolean
}

export interface ToolScene {
  sessionId: string
  agentId: string
  turnId: string
}

export interface ToolOutcome {
  output: string
  isError: boolean
}

export const noTools: ToolSource = {
  describe: () => [],
  run: async (call) => ({ output: `There is no tool "${call.name}".`, isError: true }),
  isIdempotent: () => false,
}
