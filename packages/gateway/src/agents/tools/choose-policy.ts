// What the policy says of a tool for an agent: allow, ask or deny. Pure. The nearest word wins: what an agent is denied or
// not given it does not have; then its own policy, then that of the place, then the tool's. A name is compared whole.

import type { ToolPolicy } from '@heddle/contract'
import type { Tool } from '../tools.ts'
import type { AgentToolsConfig, ToolsConfig } from '../tools-config.ts'

export interface ChosenPolicy {
  policy: ToolPolicy
  /** Nobody set it. */
  isDefault: boolean
}

export type NamedTool = Pick<Tool, 'name' | 'group' | 'policy'>

export function choosePolicy(
  tool: NamedTool,
  agent: AgentToolsConfig | undefined,
  place: Pick<NonNullable<ToolsConfig['tools']>, 'policy'> | undefined,
): ChosenPolicy {
  if (names(agent?.deny, tool) || (agent?.allow && !names(agent.allow, tool))) {
    return { policy: 'deny', isDefault: false }
  }
  const said = policyIn(agent?.policy, tool) ?? policyIn(place?.policy, tool)
  return said === undefined ? { policy: tool.policy, isDefault: true } : { policy: said, isDefault: false }
}

function names(list: readonly string[] | undefined, { name, group }: NamedTool): boolean {
  return list?.some((entry) => entry === name || entry === group) ?? false
}

/** A word about the tool itself stands above one about its group. */
function policyIn(
  policies: Readonly<Record<string, ToolPolicy>> | undefined,
  { name, group }: NamedTool,
): ToolPolicy | undefined {
  if (policies === undefined) return undefined
  if (Object.hasOwn(policies, name)) return policies[name]
  return Object.hasOwn(policies, group) ? policies[group] : undefined
}
