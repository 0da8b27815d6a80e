// The agents of this place and the models that they can run on.

import type { AgentJson, ModelJson } from '@heddle/contract'
import type { Agent, Agents, ModelInfo } from '../../../agents/agents.ts'
import type { People } from '../../../people/people.ts'
import { answer, type Register } from '../api/call.ts'

export interface AgentRoutesDeps {
  agents: Pick<Agents, 'list' | 'models' | 'findModel'>
  people: Pick<People, 'demand'>
}

export function registerAgentRoutes(register: Register, { agents, people }: AgentRoutesDeps): void {
  register('listAgents', async ({ actor }) => {
    people.demand(actor, 'agent.read', { kind: 'place' })
    const isDemo = (agent: Agent) => agents.findModel(agent.model)?.isDemo ?? false
    return answer({ items: agents.list().map((agent) => agentJson(agent, isDemo(agent))) })
  })

  register('listModels', async ({ actor }) => {
    people.demand(actor, 'agent.read', { kind: 'place' })
    return answer({ items: agents.models().map(modelJson) })
  })
}

function agentJson({ id, name, avatar, model, thinking }: Agent, isDemo: boolean): AgentJson {
  return { id, name, avatar, model, thinking, isDemo }
}

function modelJson({ name, provider, kind, contextTokens, cost, isDemo, vision }: ModelInfo): ModelJson {
  const prices = cost && { input: cost.input, output: cost.output, cachedInput: cost.cachedInput }
  return { name, provider, kind, contextTokens, cost: prices, isDemo, vision }
}
