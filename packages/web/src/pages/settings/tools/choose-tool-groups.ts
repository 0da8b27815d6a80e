// The tools by what they belong to, and what the policy says of one of them in as few words as hold. Pure.

import type { ToolJson, ToolPolicy } from '@heddle/contract'

export interface ToolGroup {
  group: string
  items: ToolJson[]
}

const firstGroups = ['files', 'exec', 'fetch', 'sessions']

/** Our own in their order, then whatever else there is by name. */
export function chooseToolGroups(tools: readonly ToolJson[]): ToolGroup[] {
  const groups = [...Map.groupBy(tools, ({ group }) => group)].map(([group, items]) => ({ group, items }))
  const rank = (group: string) => {
    const at = firstGroups.indexOf(group)
    return at === -1 ? firstGroups.length : at
  }
  return groups.toSorted((a, b) => rank(a.group) - rank(b.group) || (a.group < b.group ? -1 : 1))
}

export interface SaidPolicy {
  /** Undefined: every agent. */
  agentId: string | undefined
  policy: ToolPolicy
  isDefault: boolean
}

export function choosePolicies(policies: ToolJson['policies']): SaidPolicy[] {
  const [first] = policies
  const isSame = policies.every(
    ({ policy, isDefault }) => policy === first?.policy && isDefault === first.isDefault,
  )
  if (first === undefined || !isSame) return policies.map((policy) => policy)
  const { policy, isDefault } = first
  return [{ agentId: policies.length === 1 ? first.agentId : undefined, policy, isDefault }]
}
