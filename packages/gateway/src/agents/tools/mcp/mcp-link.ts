// One connection to an MCP server, as a port. The real one stands in real-mcp-link.ts.

import type { McpEntry } from '../../tools-config.ts'

export interface OpenMcpLink {
  /** Throws McpTrouble when it cannot be reached, and what the signal says. */
  (target: McpTarget, events: McpLinkEvents, signal: AbortSignal): Promise<McpLink>
}

export interface McpTarget {
  /** As the configuration calls it. */
  name: string
  entry: McpEntry
}

export interface McpLinkEvents {
  onToolsChanged(): void
  /** Once, unless we closed it ourselves. `why` is the rest of a sentence: 'ended (code 1): …'. */
  onLost(why: string): void
}

export interface McpLink {
  readonly serverName: string | null
  readonly serverVersion: string | null
  /** As the server sent them; nothing about them is certain. Throws McpTrouble. */
  listTools(signal: AbortSignal): Promise<readonly unknown[]>
  /** The server's answer as it came. Throws McpTrouble, and what the signal says after telling the server. */
  callTool(name: string, args: Readonly<Record<string, unknown>>, call: RemoteCall): Promise<unknown>
  close(): Promise<void>
}

export interface RemoteCall {
  signal: AbortSignal
  onProgress(text: string): void
}

/** The message is the rest of a sentence about the server: 'did not start: …'. */
export class McpTrouble extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'McpTrouble'
  }
}

/** The connection is good for nothing any more, and what was asked last was surely not done: it may be asked again. */
export class McpGone extends McpTrouble {
  constructor(message: string) {
    super(message)
    this.name = 'McpGone'
  }
}
