// Tools for tests: whatever is called is run by one function, and nothing needs anybody's word unless the test says so.

import type { ToolCall, ToolDescription } from '../src/agents/model.ts'
import type {
  CallVerdict,
  ToolOutcome,
  ToolRun,
  ToolScene,
  ToolSource,
  TurnTrust,
} from '../src/agents/tools.ts'

export interface TestTools {
  run(call: ToolCall, run: ToolRun, scene: ToolScene): Promise<ToolOutcome>
  descriptions?: readonly ToolDescription[]
  isIdempotent?(name: string): boolean
  looks?(name: string): boolean
  judge?(call: ToolCall, trust: TurnTrust): CallVerdict
}

export function toolsOf(tools: TestTools): ToolSource {
  return {
    open: async (scene) => ({
      descriptions: tools.descriptions ?? [],
      judge: tools.judge ?? (() => ({ kind: 'run' })),
      isIdempotent: tools.isIdempotent ?? (() => false),
      looks: tools.looks ?? tools.isIdempotent ?? (() => false),
      run: (call, run) => tools.run(call, run, scene),
    }),
  }
}
