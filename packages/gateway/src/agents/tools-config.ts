// What the configuration says of tools, as this room reads it. The file's schema stands at the roof.

import type { ToolPolicy } from '@heddle/contract'

/** Those that come with Heddle; the names that a policy can mean beside "mcp:<server>" and the tools of servers. */
export const builtInToolNames = [
  'read',
  'write',
  'edit',
  'list',
  'search',
  'exec',
  'process',
  'fetch_url',
  'sessions_spawn',
  'subagents',
  'sessions_list',
  'sessions_history',
  'sessions_send',
  'agents_list',
  'message',
  'attach',
]
export const toolGroups = ['files', 'exec', 'fetch', 'sessions', 'message']

export interface ToolsConfig {
  tools?: {
    /** By the name of a tool, or "mcp:<server>" for all of a server. */
    policy?: Readonly<Record<string, ToolPolicy>>
    exec?: ExecConfig
    fetch?: FetchConfig
    mcp?: Readonly<Record<string, McpEntry>>
    /** What sub-agents have: deny wins, and allow, if it is there, is all that they have. */
    subagents?: { tools?: Pick<AgentToolsConfig, 'allow' | 'deny'> }
  }
}

/** Of one agent. Names of tools, or "mcp:<server>", or "files" and the other groups. */
export interface AgentToolsConfig {
  /** Absent: all; empty: none. */
  allow?: readonly string[]
  deny?: readonly string[]
  policy?: Readonly<Record<string, ToolPolicy>>
}

export const sandboxChoices = ['auto', 'bubblewrap', 'sandbox-runtime', 'approval', 'off'] as const
export type SandboxChoice = (typeof sandboxChoices)[number]

export interface ExecConfig {
  /** "auto": the first that works of bubblewrap, sandbox-runtime, approval for each call. */
  sandbox?: SandboxChoice
  /** Names of variables of Heddle's own environment that commands see, besides the usual ones. */
  env?: readonly string[]
  timeoutSeconds?: number
}

export interface FetchConfig {
  /** Host names or addresses that may be fetched although they are not public. */
  allowHosts?: readonly string[]
}

export interface McpEntry {
  /** A program with its arguments, over its standard input and output. */
  command?: string
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  cwd?: string
  /** Or an address, over HTTP. */
  url?: string
  headers?: Readonly<Record<string, string>>
  /** Absent: every agent. */
  agents?: readonly string[]
  /** Names as the server gives them. Absent: all. */
  tools?: readonly string[]
  timeoutSeconds?: number
}
