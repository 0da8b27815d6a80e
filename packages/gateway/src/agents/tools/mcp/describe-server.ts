// How one MCP server is, for people who look after it. Pure.

import type { ToolServerJson } from '@heddle/contract'
import type { McpEntry } from '../../tools-config.ts'
import type { McpServer } from './mcp-server.ts'

/** As in the contract, but for the time, which is in milliseconds here. */
export type ToolServerStatus = Omit<ToolServerJson, 'since'> & { since: number }

export function describeServer(
  name: string,
  { entry, server }: { entry: McpEntry; server: Pick<McpServer, 'state'> },
): ToolServerStatus {
  const state = server.state()
  const ready = state.kind === 'ready' ? state : undefined
  const complaints = ready?.complaints ?? []
  return {
    name,
    transport: entry.command === undefined ? 'http' : 'stdio',
    target: targetOf(entry),
    state: state.kind,
    message: state.kind === 'failed' ? state.message : complaints.length > 0 ? complaints.join(' ') : null,
    serverName: ready?.link.serverName ?? null,
    serverVersion: ready?.link.serverVersion ?? null,
    tools: (ready?.tools ?? []).map(({ name: shown, remoteName, description }) => ({
      name: shown,
      remoteName,
      description,
    })),
    since: state.since,
  }
}

/** Without what could be a secret: no environment, no headers, no name and password, no query. */
function targetOf({ command, args = [], url }: McpEntry): string {
  if (command !== undefined) return [command, ...args].join(' ')
  if (url === undefined || !URL.canParse(url)) return ''
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
