// Whether the demo model answers in a session: by the model that was chosen there, else by its agent's. What is not known
// is not called a demo.

import type { AgentJson, ModelJson, SessionJson } from '@heddle/contract'

export interface DemoFacts {
  session: Pick<SessionJson, 'agentId' | 'model'>
  agents: readonly Pick<AgentJson, 'id' | 'isDemo'>[] | undefined
  models: readonly Pick<ModelJson, 'name' | 'isDemo'>[] | undefined
}

export function isDemoSession({ session, agents, models }: DemoFacts): boolean {
  if (session.model !== null) return models?.find(({ name }) => name === session.model)?.isDemo ?? false
  return agents?.find(({ id }) => id === session.agentId)?.isDemo ?? false
}
