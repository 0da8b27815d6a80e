// Tools, where exec runs, and MCP servers, as JSON.

import { z } from 'zod'
import { time } from './times.ts'

export const toolPolicies = ['allow', 'ask', 'deny'] as const
export type ToolPolicy = (typeof toolPolicies)[number]

export const sandboxKinds = ['bubblewrap', 'sandbox-runtime', 'approval', 'off'] as const
export type SandboxKind = (typeof sandboxKinds)[number]

export const toolShape = z.object({
  name: z.string(),
  description: z.string(),
  /** `files`, `exec`, `fetch`, `sessions`, or the name of an MCP server. */
  group: z.string(),
  source: z.enum(['built-in', 'mcp']),
  /** Whether what it answers may be somebody else's words. */
  untrusted: z.boolean(),
  /** Whether it can carry data out. */
  carriesOut: z.boolean(),
  /** For each agent that has it or could have it. */
  policies: z.array(z.object({ agentId: z.string(), policy: z.enum(toolPolicies), isDefault: z.boolean() })),
})

export const sandboxShape = z.object({
  kind: z.enum(sandboxKinds),
  /** One sentence: what that means, and what would have to be done for more. */
  message: z.string(),
})

export const toolsShape = z.object({ items: z.array(toolShape), sandbox: sandboxShape })

export const toolServerStates = ['connecting', 'ready', 'failed', 'stopped'] as const

export const toolServerShape = z.object({
  name: z.string(),
  transport: z.enum(['stdio', 'http']),
  /** The command with its arguments, or the address; never its environment or headers. */
  target: z.string(),
  state: z.enum(toolServerStates),
  /** What went wrong and what to do; null while nothing did. */
  message: z.string().nullable(),
  serverName: z.string().nullable(),
  serverVersion: z.string().nullable(),
  /** With the names under which agents call them. */
  tools: z.array(z.object({ name: z.string(), remoteName: z.string(), description: z.string() })),
  since: time,
})

export type ToolJson = z.infer<typeof toolShape>
export type ToolsJson = z.infer<typeof toolsShape>
export type SandboxJson = z.infer<typeof sandboxShape>
export type ToolServerJson = z.infer<typeof toolServerShape>
