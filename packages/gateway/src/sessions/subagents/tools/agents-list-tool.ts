// The tool `agents_list`: which agents may be given tasks from here (SUB6).

import { z } from 'zod'
import type { Tool } from '../../../agents/tools.ts'
import { defineTool } from '../../../agents/tools/define-tool.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import { listTargets } from '../judge-spawn.ts'
import { tell } from './tool-caller.ts'

export function createAgentsListTool(deps: RoomDeps): Tool {
  return defineTool({
    name: 'agents_list',
    description: 'List the agents that sessions_spawn may give tasks to from here.',
    group: 'sessions',
    policy: 'allow',
    isIdempotent: true,
    carriesOut: false,
    isUntrusted: false,
    input: z.strictObject({}),
    async run(_wish, { agentId }) {
      const { allowAgents } = deps.agents.subagentRules(agentId)
      const agents = listTargets(deps, agentId).map(({ id, name, model }) => ({ id, name, model }))
      return tell({ requester: agentId, allowAny: allowAgents.includes('*'), agents })
    },
  })
}
