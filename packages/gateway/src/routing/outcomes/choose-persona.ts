// Under which name an agent speaks in an outside place (PER1). One account serves all agents: its own speaks as the account,
// every other one, and every sub-agent, under a name of its own.

import { type ConversationRef, limits } from '@heddle/contract'
import type { Agent } from '../../agents/agents.ts'
import type { Persona } from '../../delivery/delivery.ts'
import type { RoutingDeps } from '../routing-deps.ts'

/** The label of a root session is null. */
export function choosePersona(
  { agents, placeRules }: Pick<RoutingDeps, 'agents' | 'placeRules'>,
  { channel, accountId }: ConversationRef,
  speaker: { agentId: string; label: string | null },
): Persona {
  const { agentId, label } = speaker
  const agent = agents.find(agentId) ?? { id: agentId, name: agentId, avatar: null }
  return personaOf({ agent, label, accountAgentId: placeRules.account(channel, accountId)?.agentId })
}

export interface PersonaQuestion {
  agent: Pick<Agent, 'id' | 'name' | 'avatar'>
  /** Of a sub-agent, or of what goes on where one ended. */
  label: string | null
  /** Whose the account is. */
  accountAgentId: string | undefined
}

export function personaOf({ agent, label, accountAgentId }: PersonaQuestion): Persona {
  const name = label === null ? agent.name : `${agent.name} · ${label.replaceAll(/\s+/g, ' ').trim()}`
  return {
    name: cut(name, limits.personaCharsMax),
    // Platforms show still pictures from public places, and nothing else.
    ...(agent.avatar?.startsWith('https://') && { avatarUrl: agent.avatar }),
    agentId: agent.id,
    isAccount: label === null && agent.id.toLowerCase() === accountAgentId?.toLowerCase(),
  }
}

/** Never in the middle of a sign. */
function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  let kept = ''
  for (const sign of text) {
    if (kept.length + sign.length > charsMax - 1) break
    kept += sign
  }
  return `${kept}…`
}
