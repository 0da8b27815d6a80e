// The MCP servers of the configuration, and their tools. Follows the configuration: a server whose entry changed is
// started anew, the others stay as they are.

import type { ToolOrigin, ToolPlace, Tool } from '../../tools.ts'
import type { McpEntry, ToolsConfig } from '../../tools-config.ts'
import { callRemoteTool } from './call-remote-tool.ts'
import { describeServer, type ToolServerStatus } from './describe-server.ts'
import { createMcpServer, type McpServer, type McpServerDeps } from './mcp-server.ts'
import type { RemoteTool } from './read-remote-tools.ts'

export interface ToolServers extends ToolOrigin {
  /** Starts what the configuration has now and stops what it has no more; called at the start and after a reload. */
  follow(): void
  list(): ToolServerStatus[]
  /** Undefined when there is none of that name. Waits until it is there, or has failed. */
  restart(name: string): Promise<ToolServerStatus | undefined>
  /** Ends all of them, with their processes. */
  close(): Promise<void>
}

export interface McpServersDeps extends McpServerDeps {
  config(): ToolsConfig
}

interface Kept {
  entry: McpEntry
  /** By which a change is seen. */
  written: string
  server: McpServer
}

export function createMcpServers(deps: McpServersDeps): ToolServers {
  const servers = new Map<string, Kept>()
  const stopping = new Set<Promise<void>>()
  let isClosed = false

  function follow(): void {
    if (isClosed) return
    const entries = deps.config().tools?.mcp ?? {}
    for (const [name, { written }] of servers) {
      if (!Object.hasOwn(entries, name) || JSON.stringify(entries[name]) !== written) drop(name)
    }
    for (const [name, entry] of Object.entries(entries)) {
      if (servers.has(name)) continue
      servers.set(name, {
        entry,
        written: JSON.stringify(entry),
        server: createMcpServer(deps, { name, entry }),
      })
    }
  }

  function drop(name: string): void {
    const stopped = servers.get(name)?.server.stop()
    servers.delete(name)
    if (!stopped) return
    stopping.add(stopped)
    void stopped.finally(() => stopping.delete(stopped))
  }

  return {
    follow,
    list() {
      follow()
      return [...servers].map(([name, kept]) => describeServer(name, kept))
    },
    async restart(name) {
      follow()
      const kept = servers.get(name)
      if (!kept) return undefined
      await kept.server.restart()
      return describeServer(name, kept)
    },
    async tools(place, signal) {
      follow()
      const theirs = [...servers].filter(([, { entry }]) => isFor(entry, place))
      const lists = await Promise.all(
        theirs.map(async ([name, kept]) => {
          const ready = await kept.server.look(signal)
          return (ready?.tools ?? []).map((tool) => toolOf(deps, name, kept, tool))
        }),
      )
      return lists.flat()
    },
    async close() {
      isClosed = true
      for (const name of servers.keys()) drop(name)
      await Promise.all(stopping)
    },
  }
}

/** An absent list means every agent, an empty one means none. */
function isFor({ agents }: McpEntry, { agentId }: ToolPlace): boolean {
  return agents === undefined || agents.some((id) => id.toLowerCase() === agentId.toLowerCase())
}

function toolOf(deps: McpServersDeps, name: string, { entry, server }: Kept, tool: RemoteTool): Tool {
  return {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    group: `mcp:${name}`,
    policy: 'allow',
    isIdempotent: tool.isIdempotent,
    // Whatever it says of itself: it is a program of somebody else, and most of them reach the network.
    carriesOut: true,
    isUntrusted: true,
    // The server knows its own arguments, and says what is wrong with them.
    complainOf: () => undefined,
    run: (args, _, run) =>
      callRemoteTool(
        { clock: deps.clock, server },
        {
          server: name,
          remoteName: tool.remoteName,
          args,
          timeoutSeconds: entry.timeoutSeconds,
          given: entry,
        },
        run,
      ),
  }
}
