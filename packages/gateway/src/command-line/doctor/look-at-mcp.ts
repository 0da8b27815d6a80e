// Whether the MCP servers of the configuration answer. A running gateway says so itself; otherwise each is started, asked
// for its tools, and ended again.

import type { ToolServerJson } from '@heddle/contract'
import type { ToolsConfig } from '../../agents/tools-config.ts'
import type { CommandContext } from '../command.ts'
import type { Running } from './find-running.ts'
import { type Finding, ok, warn } from './finding.ts'

type ServerStatus = Pick<
  ToolServerJson,
  'name' | 'state' | 'message' | 'serverName' | 'serverVersion' | 'tools'
>

export async function lookAtMcp(
  context: Pick<CommandContext, 'call' | 'progress' | 'world'>,
  config: ToolsConfig,
  running: Pick<Running, 'state'>,
): Promise<Finding[]> {
  const entries = config.tools?.mcp ?? {}
  if (Object.keys(entries).length === 0) return []
  if (running.state === 'silent') {
    return [warn('mcp', 'not looked at: another process has the folder', 'Try again when it is done.')]
  }
  context.progress('Asking the MCP servers')
  if (running.state === 'yes') return (await context.call('mcp.list', {})).items.map(mcpFinding)
  // Loaded when there is one: most places have none.
  const { tryServers } = await import('./try-mcp-servers.ts')
  return (await tryServers(entries, context.world)).map(mcpFinding)
}

export function mcpFinding({
  name,
  state,
  message,
  serverName,
  serverVersion,
  tools,
}: ServerStatus): Finding {
  const what = `mcp ${name}`
  const todo = `Look at tools.mcp.${name} in the configuration.`
  if (state === 'connecting') return warn(what, 'is being reached', 'Try again in a moment.')
  if (state !== 'ready') return warn(what, message ?? 'is stopped', todo)
  const count = tools.length === 1 ? '1 tool' : `${tools.length} tools`
  const named = serverName === null ? count : `${count}, ${serverName} ${serverVersion ?? ''}`.trim()
  return message === null ? ok(what, named) : warn(what, `${named}. ${message}`, todo)
}
