// What agents can do with sessions. A leaf has none of these; who may have sub-agents has those that look after them; a
// session of people has all (SUB7).

import type { Tool, ToolOrigin, ToolPlace } from '../../../agents/tools.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import { createAgentsListTool } from './agents-list-tool.ts'
import { createHistoryTool } from './history-tool.ts'
import { createSendTool } from './send-tool.ts'
import { createSessionsListTool } from './sessions-list-tool.ts'
import { createSpawnTool } from './spawn-tool.ts'
import { createSubagentsTool } from './subagents-tool.ts'

export function createSessionTools(deps: RoomDeps): ToolOrigin {
  // At the first turn that could use them.
  let made: { looksAfter: Tool[]; others: Tool[] } | undefined
  const make = () => ({
    looksAfter: [
      createSpawnTool(deps),
      createSubagentsTool(deps),
      createSessionsListTool(deps),
      createHistoryTool(deps),
    ],
    others: [createSendTool(deps), createAgentsListTool(deps)],
  })
  return {
    async tools({ subagent }: ToolPlace) {
      if (subagent !== undefined && subagent.depth >= subagent.depthMax) return []
      made ??= make()
      return subagent === undefined ? [...made.looksAfter, ...made.others] : made.looksAfter
    },
  }
}
