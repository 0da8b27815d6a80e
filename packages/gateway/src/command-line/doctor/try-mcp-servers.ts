// Starts MCP servers to see whether they answer, and ends them again.

import { describeServer, type ToolServerStatus } from '../../agents/tools/mcp/describe-server.ts'
import { createMcpServer } from '../../agents/tools/mcp/mcp-server.ts'
import { createRealMcpLinks } from '../../agents/tools/mcp/real-mcp-link.ts'
import type { McpEntry } from '../../agents/tools-config.ts'
import { createRealEgress } from '../../foundation/egress/real-egress.ts'
import { createSilentLog } from '../../foundation/logging/log.ts'
import { createRealClock } from '../../foundation/real-clock.ts'
import { createRealRandom } from '../../foundation/real-random.ts'
import type { World } from '../world.ts'

export function tryServers(
  entries: Readonly<Record<string, McpEntry>>,
  { env, version }: Pick<World, 'env' | 'version'>,
): Promise<ToolServerStatus[]> {
  const clock = createRealClock()
  const openLink = createRealMcpLinks({ egress: createRealEgress({ clock }), version, env })
  const deps = { clock, random: createRealRandom(), log: createSilentLog(), openLink }
  return Promise.all(
    Object.entries(entries).map(async ([name, entry]) => {
      const server = createMcpServer(deps, { name, entry })
      // Whatever went wrong stands in its state.
      await server.connect(new AbortController().signal).catch(() => undefined)
      const status = describeServer(name, { entry, server })
      await server.stop()
      return status
    }),
  )
}
