// The lines that add an agent to heddle.json5. A list that names others must not drop the built-in `main`, which is
// only there by itself as long as there is no list. No model is named: the file may name only those that it sets up.

import type { AgentJson } from '@heddle/contract'

export function writeAgentSnippet(agents: readonly Pick<AgentJson, 'id' | 'name'>[]): string {
  const [only, ...others] = agents
  const kept =
    only !== undefined && others.length === 0
      ? `{ id: ${quote(only.id)}, name: ${quote(only.name)} },`
      : '// … the agents that stand here already'
  const id = freeId(agents.map((agent) => agent.id.toLowerCase()))
  return [
    'agents: {',
    '  list: [',
    `    ${kept}`,
    `    { id: ${quote(id)}, name: ${quote(titleOf(id))}, thinking: "medium" },`,
    '  ],',
    '},',
  ].join('\n')
}

const ideas = ['reviewer', 'writer', 'researcher', 'weaver']

function freeId(taken: readonly string[]): string {
  const free = ideas.find((id) => !taken.includes(id))
  if (free !== undefined) return free
  let number = 2
  while (taken.includes(`agent-${number}`)) number += 1
  return `agent-${number}`
}

function titleOf(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1)
}

/** JSON's way to write a text is one of JSON5's. */
function quote(text: string): string {
  return JSON.stringify(text)
}
