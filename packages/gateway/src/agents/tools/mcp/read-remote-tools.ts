// What a server lists as its tools, made safe to show to a model: known fields only, everything bounded. A tool that cannot
// be shown is left out, with the reason. Pure.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import { showControls } from '../fit-output.ts'
import { nameRemoteTools } from './name-remote-tools.ts'

export interface RemoteTool {
  /** Under which agents call it. */
  name: string
  remoteName: string
  description: string
  parameters: Record<string, unknown>
  isIdempotent: boolean
}

export interface RemoteTools {
  tools: readonly RemoteTool[]
  /** Sentences about what was left out. */
  complaints: readonly string[]
}

const toolSchema = z.object({
  name: z.string().min(1).max(256),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z
    .object({ readOnlyHint: z.boolean(), idempotentHint: z.boolean() })
    .partial()
    .optional()
    .catch({}),
})

type ListedTool = z.infer<typeof toolSchema>

/** `chosen`: the names that the configuration wants; absent: all. */
export function readRemoteTools(
  server: string,
  listed: readonly unknown[],
  chosen: readonly string[] | undefined,
): RemoteTools {
  const complaints: string[] = []
  const found = new Map<string, ListedTool>()
  for (const one of listed) {
    const { success, data } = toolSchema.safeParse(one)
    const name = success ? data.name : nameIn(one)
    if (chosen && !(name !== undefined && chosen.includes(name))) continue
    const complaint = success
      ? complainOfSchema(data.inputSchema)
      : 'is not described in a way that can be read'
    if (complaint !== undefined)
      complaints.push(`${name === undefined ? 'A tool' : shown(name)} ${complaint}.`)
    else if (success && found.has(data.name)) complaints.push(`${shown(data.name)} is listed twice.`)
    else if (success) found.set(data.name, data)
  }
  for (const name of chosen ?? []) {
    if (!listed.some((one) => nameIn(one) === name)) complaints.push(`${shown(name)} is not there.`)
  }
  const kept = [...found.values()].slice(0, limits.mcpToolsPerServerMax)
  if (found.size > kept.length) {
    complaints.unshift(
      `Of its ${found.size} tools the first ${kept.length} are used; choose others with tools.mcp.${server}.tools.`,
    )
  }
  return { tools: describe(server, kept), complaints: shorten(complaints) }
}

function describe(server: string, kept: readonly ListedTool[]): RemoteTool[] {
  const names = nameRemoteTools(
    server,
    kept.map(({ name }) => name),
  )
  const tools = kept.map(({ name, description = '', inputSchema, annotations }) => ({
    name: names.get(name) ?? '',
    remoteName: name,
    description: describeAsTheirs(server, description),
    parameters: { ...inputSchema, type: 'object' },
    // They may lie; all that hangs on it is whether a call that was cut off is made again.
    isIdempotent: annotations?.idempotentHint === true || annotations?.readOnlyHint === true,
  }))
  // A list that changes its order would be a new one to whoever keeps what it has read.
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function describeAsTheirs(server: string, description: string): string {
  const words = showControls(description).trim()
  const most = limits.mcpDescriptionCharsMax
  const cut = words.length > most ? `${words.slice(0, most - 1).toWellFormed()}…` : words
  return `[A tool of the MCP server "${server}", described in its own words] ${cut}`.trim()
}

function complainOfSchema(schema: Record<string, unknown>): string | undefined {
  if (schema['type'] !== undefined && schema['type'] !== 'object')
    return 'takes something else than an object'
  if (depthOf(schema) > limits.mcpSchemaDepthMax) return 'has arguments that are nested too deeply'
  const text = JSON.stringify(schema)
  if (Buffer.byteLength(text) > limits.mcpSchemaBytesMax) {
    return `has a description of its arguments that is longer than ${limits.mcpSchemaBytesMax / 1_024} KB`
  }
  return /"\$ref":"[^#]/.test(text) ? 'has arguments that are described at another address' : undefined
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > limits.mcpSchemaDepthMax) return depth
  return Math.max(depth, ...Object.values(value).map((part) => depthOf(part, depth + 1)))
}

function nameIn(tool: unknown): string | undefined {
  const name: unknown = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined
  return typeof name === 'string' ? name : undefined
}

function shown(name: string): string {
  return `Its tool ${JSON.stringify(showControls(name).slice(0, 80))}`
}

const complaintsMax = 10

function shorten(complaints: readonly string[]): string[] {
  if (complaints.length <= complaintsMax) return [...complaints]
  return [
    ...complaints.slice(0, complaintsMax),
    `There are ${complaints.length - complaintsMax} more of these.`,
  ]
}
