// The tools that agents can have, and the MCP servers that some of them come from.

import { nearest, refused, type ToolJson, type ToolServerJson, type ToolsJson } from '@heddle/contract'
import type { People } from '../../../people/people.ts'
import { answer, type Register } from '../api/call.ts'

/** What agents could call; for people to look at. */
export interface ToolCatalogue {
  list(): Promise<ToolsJson>
}

/** The MCP servers of the configuration. */
export interface ToolServers {
  list(): Promise<readonly ToolServerJson[]>
  /** Comes back when it answers or has failed, which is then its state. Of a name that `list` has. */
  restart(name: string): Promise<ToolServerJson>
}

export interface ToolRoutesDeps {
  toolCatalogue: ToolCatalogue
  toolServers: ToolServers
  people: Pick<People, 'demand' | 'permit'>
}

export function registerToolRoutes(register: Register, deps: ToolRoutesDeps): void {
  const { toolCatalogue, toolServers, people } = deps

  register('listTools', async ({ actor }) => {
    people.demand(actor, 'tool.read', { kind: 'place' })
    const { items, sandbox } = await toolCatalogue.list()
    return answer({ items: items.map(toolJson), sandbox: { kind: sandbox.kind, message: sandbox.message } })
  })

  register('listToolServers', async ({ actor }) => {
    people.demand(actor, 'settings.read', { kind: 'place' })
    return answer({ items: (await toolServers.list()).map(toolServerJson) })
  })

  register('restartToolServer', async ({ actor, path, commit }) => {
    people.demand(actor, 'settings.change', { kind: 'place' })
    assertKnown(await toolServers.list(), path.name)
    // On record before it happens: starting a program again cannot be undone with a transaction.
    await commit((t) =>
      people.permit(t, actor, 'settings.change', { kind: 'place', name: `mcp ${path.name}` }),
    )
    return answer(toolServerJson(await toolServers.restart(path.name)))
  })
}

function assertKnown(servers: readonly ToolServerJson[], name: string): void {
  const names = servers.map((server) => server.name)
  if (names.includes(name)) return
  const near = nearest(name, names)
  const issue = { field: 'name', message: `there is no MCP server "${name}"` }
  throw refused('unknown_tool_server', { issues: [near === undefined ? issue : { ...issue, nearest: near }] })
}

/** Field by field, so that nothing leaves that the contract does not name. */
function toolJson(tool: ToolJson): ToolJson {
  const { name, description, group, source, untrusted, carriesOut, policies } = tool
  return {
    name,
    description,
    group,
    source,
    untrusted,
    carriesOut,
    policies: policies.map(({ agentId, policy, isDefault }) => ({ agentId, policy, isDefault })),
  }
}

function toolServerJson(server: ToolServerJson): ToolServerJson {
  const { name, transport, target, state, message, serverName, serverVersion, tools, since } = server
  return {
    name,
    transport,
    target,
    state,
    message,
    serverName,
    serverVersion,
    tools: tools.map(({ name: tool, remoteName, description }) => ({ name: tool, remoteName, description })),
    since,
  }
}
