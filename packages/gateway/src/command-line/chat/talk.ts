// What a talk with an agent stands on, in one piece or line by line.

import { type AgentJson, nearest, Refusal, refused, type WholeSessionJson } from '@heddle/contract'
import type { Clock } from '../../foundation/clock.ts'
import type { Random } from '../../foundation/random.ts'
import type { Terminal } from '../terminal.ts'
import type { World } from '../world.ts'
import type { Api } from './call-api.ts'
import type { Gateway } from './find-gateway.ts'

export interface Talk {
  world: World
  terminal: Terminal
  clock: Clock
  random: Random
  api: Api
  gateway: Gateway
  client: string
  handle: string
  agent: AgentJson
  /** Where messages go: the session's id, or the key of one's own, which may be renewed. */
  place: string
  /** Undefined as long as nothing was said in one's own. */
  session: WholeSessionJson | undefined
}

export interface WantedTalk {
  agent: string | undefined
  session: string | undefined
}

export async function findTalk(
  api: Api,
  wanted: WantedTalk,
): Promise<Pick<Talk, 'handle' | 'agent' | 'place' | 'session'>> {
  const [{ person }, { items: agents }] = await Promise.all([api.call('readMe'), api.call('listAgents')])
  if (wanted.session !== undefined) {
    const session = await findNamed(api, wanted.session)
    const agent = agents.find(({ id }) => id === session.agentId) ?? formerAgent(session.agentId)
    return { handle: person.handle, agent, place: session.id, session }
  }
  const agent = findAgent(agents, wanted.agent ?? 'main')
  const place = `agent:${agent.id}:main`
  const session = await api.call('readSession', { path: { id: place } }).catch(ifNotFound)
  return { handle: person.handle, agent, place, session }
}

function findAgent(agents: readonly AgentJson[], id: string): AgentJson {
  const found = agents.find((agent) => agent.id.toLowerCase() === id.toLowerCase())
  if (found !== undefined) return found
  const ids = agents.map((agent) => agent.id)
  const meant = nearest(id, ids) ?? (ids.length === 1 ? ids[0] : undefined)
  const issue = { field: 'agent', message: `there is no agent "${id}"` }
  throw refused('unknown_agent', {
    message: `There is no agent "${id}".${meant === undefined ? ` There is: ${ids.join(', ')}.` : ''}`,
    issues: [meant === undefined ? issue : { ...issue, nearest: meant }],
  })
}

/** No longer configured; what it said stays readable. */
function formerAgent(id: string): AgentJson {
  return { id, name: id, avatar: null, model: '', thinking: '', isDemo: false }
}

async function findNamed(api: Api, name: string): Promise<WholeSessionJson> {
  const session = await api.call('readSession', { path: { id: name } }).catch(ifNotFound)
  if (session !== undefined) return session
  throw refused('not_found', { message: `There is no session "${name}", or you may not see it.` })
}

function ifNotFound(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not_found') return undefined
  throw error
}
