// What the configuration says of tools right now, for one agent or for all sub-agents. Pure.

import type { AgentsConfig } from '../agents-config.ts'
import type { ToolFilter, ToolLayer } from '../tools.ts'

export function toolLayerOf(config: AgentsConfig, agentId: string): ToolLayer {
  const agent = config.agents?.list?.find(({ id }) => id.toLowerCase() === agentId)?.tools
  const policy = config.tools?.policy
  return { ...(agent && { agent }), ...(policy && { place: { policy } }) }
}

export function subagentFilterOf(config: AgentsConfig): ToolFilter {
  return { list: config.tools?.subagents?.tools ?? {} }
}
