// What an agent is called; its id until that is known.

import { useRead } from '../../api/use-read.ts'

export function useAgentName(agentId: string): string {
  const agents = useRead('listAgents', {})
  return agents.data?.items.find((agent) => agent.id === agentId)?.name ?? agentId
}
