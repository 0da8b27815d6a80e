// What a sub-agent may use at most: the policies that were in force when it was spawned, above it and for it. They are kept
// as rules and not as names, so that a tool which comes later is judged by them too. The strictest of them holds. Pure.

import type { ToolFilter, ToolLayer, ToolRights } from '../tools.ts'
import { type ChosenPolicy, choosePolicy, type NamedTool } from './choose-policy.ts'

export function applyRights(tool: NamedTool, now: ChosenPolicy, rights: ToolRights): ChosenPolicy {
  return rights.reduce((least, layer) => stricter(least, chooseIn(tool, layer, least)), now)
}

/** Rights below those: every rule of them, and more. The same rule twice says nothing new. */
export function narrowRights(above: ToolRights, more: ToolRights): ToolRights {
  const known = new Set<string>()
  return [...above, ...more].filter((layer) => {
    const text = JSON.stringify(layer)
    if (known.has(text)) return false
    known.add(text)
    return true
  })
}

function chooseIn(tool: NamedTool, layer: ToolLayer | ToolFilter, otherwise: ChosenPolicy): ChosenPolicy {
  if (!('list' in layer)) return choosePolicy(tool, layer.agent, layer.place)
  const { policy, isDefault } = choosePolicy(tool, layer.list, undefined)
  return isDefault ? otherwise : { policy, isDefault }
}

function stricter(a: ChosenPolicy, b: ChosenPolicy): ChosenPolicy {
  return rank(b) < rank(a) ? b : a
}

/** "Allow" by somebody's word allows more than a default does: it also holds among foreign text. */
function rank({ policy, isDefault }: ChosenPolicy): number {
  if (policy === 'deny') return 0
  if (policy === 'ask') return 1
  return isDefault ? 2 : 3
}
