// What must hold between the sections `tools` and `agents` of heddle.json5: whatever names a tool, an MCP server or an
// agent names one that is there. A policy with a slip in it would deny nothing, and nobody would notice.

import { type Issue, nearest } from '@heddle/contract'
import { builtInToolNames, toolGroups, type ToolsConfig } from './agents/tools-config.ts'
import { agentsSchema } from './agents-config-schema.ts'
import { toolsSchema } from './tools-config-schema.ts'

/** A section with mistakes of its own is left for after they are mended. */
export function judgeToolsConfig(file: { agents?: unknown; tools?: unknown }): Issue[] {
  const agents = agentsSchema.optional().safeParse(file.agents)
  const tools = toolsSchema.optional().safeParse(file.tools)
  if (!agents.success || !tools.success) return []
  const list = agents.data?.list ?? []
  const named = [
    ...inPolicy('tools.policy', tools.data?.policy),
    ...inList('tools.subagents.tools.allow', tools.data?.subagents?.tools?.allow),
    ...inList('tools.subagents.tools.deny', tools.data?.subagents?.tools?.deny),
    ...list.flatMap(({ tools: own }, i) => [
      ...inList(`agents.list[${i}].tools.allow`, own?.allow),
      ...inList(`agents.list[${i}].tools.deny`, own?.deny),
      ...inPolicy(`agents.list[${i}].tools.policy`, own?.policy),
    ]),
  ]
  const servers = tools.data?.mcp ?? {}
  return [
    ...named.flatMap((place) => judgeToolName(place, Object.keys(servers))),
    ...judgeAgentNames(servers, list.length === 0 ? ['main'] : list.map(({ id }) => id)),
  ]
}

interface Named {
  field: string
  /** The tool, the group or the server that is meant. */
  name: string
  /** The name is the last word of the field, and needs not be told again. */
  isKey: boolean
}

function inPolicy(field: string, policy: Readonly<Record<string, unknown>> = {}): Named[] {
  return Object.keys(policy).map((name) => ({ field: `${field}.${name}`, name, isKey: true }))
}

function inList(field: string, names: readonly string[] = []): Named[] {
  return names.map((name, i) => ({ field: `${field}[${i}]`, name, isKey: false }))
}

function judgeToolName({ field, name, isKey }: Named, servers: readonly string[]): Issue[] {
  const server = /^mcp(?::|__)(.+?)(?:__|$)/.exec(name)?.[1]
  // Which tools a server has is known when it answers.
  if (server !== undefined && servers.includes(server)) return []
  const known = [...builtInToolNames, ...toolGroups, ...servers.map((one) => `mcp:${one}`)]
  if (known.includes(name)) return []
  const told = isKey ? '' : `, ${JSON.stringify(name)}`
  if (server !== undefined) {
    const meant = nearest(server, servers)
    const message = `names an MCP server that tools.mcp does not have${told}`
    return [{ field, message, ...(meant !== undefined && { nearest: name.replace(server, meant) }) }]
  }
  const meant = nearest(name, known)
  const message = `is not the name of a tool, of a group, or "mcp:<server>"${told}`
  return [{ field, message, ...(meant !== undefined && { nearest: meant }) }]
}

type Servers = NonNullable<NonNullable<ToolsConfig['tools']>['mcp']>

function judgeAgentNames(servers: Servers, ids: readonly string[]): Issue[] {
  const known = new Set(ids.map((id) => id.toLowerCase()))
  return Object.entries(servers).flatMap(([server, { agents = [] }]) =>
    agents.flatMap((id, i): Issue[] => {
      if (known.has(id.toLowerCase())) return []
      const meant = nearest(id, ids)
      const message = `names an agent that agents.list does not have, ${JSON.stringify(id)}`
      return [
        {
          field: `tools.mcp.${server}.agents[${i}]`,
          message,
          ...(meant !== undefined && { nearest: meant }),
        },
      ]
    }),
  )
}
