// The tools that agents can have, and what the policy says of each for every agent: for who sets policies.

import type { ToolJson } from '@heddle/contract'
import type { Agent } from '../agents.ts'
import { gatherTools, type ToolsDeps } from './create-tools.ts'

export async function listTools(
  deps: ToolsDeps & { agents(): readonly Agent[] },
  signal: AbortSignal,
): Promise<ToolJson[]> {
  const listed = new Map<string, ToolJson>()
  for (const agent of deps.agents()) {
    const place = { sessionId: '', turnId: '', agentId: agent.id, workspace: agent.workspace }
    for (const { tool, chosen } of (await gatherTools(deps, place, signal)).values()) {
      const entry = listed.get(tool.name) ?? {
        name: tool.name,
        description: tool.description,
        group: tool.group,
        source: tool.group.startsWith('mcp:') ? ('mcp' as const) : ('built-in' as const),
        untrusted: tool.isUntrusted,
        carriesOut: tool.carriesOut,
        policies: [],
      }
      entry.policies.push({ agentId: agent.id, ...chosen })
      listed.set(tool.name, entry)
    }
  }
  return [...listed.values()]
}
