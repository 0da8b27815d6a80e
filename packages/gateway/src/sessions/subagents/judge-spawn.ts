// What a spawn comes to, before anything is written: whether it may be, on which agent and model, with which rights. It
// depends on the configuration and on what the caller is; how deep and how many is judged by who writes.

import { badField, nearest, refused, type SpawnInput, type Thinking } from '@heddle/contract'
import type { Agent } from '../../agents/agents.ts'
import { mayTarget } from '../../agents/choose-subagent-rules.ts'
import type { ToolRights } from '../../agents/tools.ts'
import { toolGroups } from '../../agents/tools-config.ts'
import { narrowRights } from '../../agents/tools/tool-rights.ts'
import { unknownAgent } from '../catalogue.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { RunRow, SessionRow } from '../sessions-tables.ts'

export interface SpawnCaller {
  session: SessionRow
  /** Of a sub-agent: its own run. */
  run: RunRow | undefined
  /** What it runs on. */
  model: string
  thinking: Thinking
  /** What it has; absent, names of tools are not compared. */
  toolNames?: readonly string[] | undefined
}

export interface JudgedSpawn {
  agent: Agent
  model: string
  thinking: Thinking
  timeoutMs: number
  rights: ToolRights
  /** How deep anything below the child may go. */
  depthMax: number
  /** What was not done as asked. */
  warnings: string[]
}

export function judgeSpawn(
  deps: Pick<RoomDeps, 'agents'>,
  caller: SpawnCaller,
  input: SpawnInput,
): JudgedSpawn {
  if (input.runtime === 'acp') {
    throw refused('acp_disabled', {
      message: 'Agents over ACP are off here. The setting is acp.enabled.',
      issues: [{ field: 'runtime', message: 'is "acp", and acp.enabled is false', nearest: 'subagent' }],
    })
  }
  const agent = judgeAgent(deps, caller, input)
  judgeTools(caller, input)
  const rules = deps.agents.subagentRules(agent.id)
  const warnings: string[] = []
  const model = chooseModel(deps, [input.model, rules.model], caller.model, warnings)
  return {
    agent,
    model,
    thinking: input.thinking ?? rules.thinking ?? caller.thinking,
    timeoutMs: (input.runTimeoutSeconds ?? rules.runTimeoutSeconds) * 1_000,
    rights: chooseRights(deps, caller, agent.id, input.tools),
    depthMax: Math.min(spawnDepthMax(deps, caller), rules.maxSpawnDepth),
    warnings,
  }
}

/** How deep the tree may go, seen from here: never deeper than what those above were given. */
export function spawnDepthMax(
  { agents }: Pick<RoomDeps, 'agents'>,
  { session, run }: Pick<SpawnCaller, 'session' | 'run'>,
): number {
  const own = agents.subagentRules(session.agent_id).maxSpawnDepth
  return run === undefined ? own : Math.min(own, run.depth_max)
}

function judgeAgent(
  deps: Pick<RoomDeps, 'agents'>,
  { session }: SpawnCaller,
  { agentId = session.agent_id }: SpawnInput,
): Agent {
  const agent = deps.agents.find(agentId)
  if (!agent) throw unknownAgent(deps, agentId)
  const rules = deps.agents.subagentRules(session.agent_id)
  if (mayTarget(rules, session.agent_id, agent.id)) return agent
  const allowed = listTargets(deps, session.agent_id).map(({ id }) => id)
  throw refused('agent_not_allowed', {
    message: `The agent "${session.agent_id}" may not give tasks to "${agent.id}". It may to: ${allowed.join(', ')}. The setting is subagents.allowAgents.`,
    issues: [{ field: 'agentId', message: 'is not among subagents.allowAgents', nearest: allowed[0] ?? '' }],
  })
}

/** Those that an agent may give tasks to. */
export function listTargets({ agents }: Pick<RoomDeps, 'agents'>, agentId: string): Agent[] {
  const rules = agents.subagentRules(agentId)
  return agents.list().filter(({ id }) => mayTarget(rules, agentId, id))
}

function judgeTools({ toolNames }: SpawnCaller, { tools }: SpawnInput): void {
  if (tools === undefined || toolNames === undefined) return
  const unknown = tools.find(
    (name) => !toolNames.includes(name) && !toolGroups.includes(name) && !name.startsWith('mcp:'),
  )
  if (unknown === undefined) return
  throw badField(
    'tools',
    `there is no tool "${unknown}" that could be handed on; there is: ${toolNames.join(', ')}`,
    nearest(unknown, toolNames),
  )
}

/** The first that is there; one that is asked for and is not is skipped, and said. */
function chooseModel(
  { agents }: Pick<RoomDeps, 'agents'>,
  wished: readonly (string | undefined)[],
  callers: string,
  warnings: string[],
): string {
  const missed: string[] = []
  const found = wished.find((name) => {
    if (name === undefined) return false
    if (agents.findModel(name)) return true
    missed.push(name)
    return false
  })
  const model = found ?? callers
  for (const name of missed) {
    const near = nearest(
      name,
      agents.models().map((one) => one.name),
    )
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`
    warnings.push(`There is no model "${name}", so "${model}" is used.${hint}`)
  }
  return model
}

/** Parent ∩ target ∩ list, as rules that were in force at this moment (SUB7). */
function chooseRights(
  { agents }: Pick<RoomDeps, 'agents'>,
  { session, run }: SpawnCaller,
  agentId: string,
  list: readonly string[] | undefined,
): ToolRights {
  // Written by this file, always.
  const own = run?.rights ?? session.rights
  const above = own === null ? [] : (JSON.parse(own) as ToolRights)
  const filters = [agents.subagentToolFilter(), { list: list === undefined ? {} : { allow: list } }]
  return narrowRights(above, [
    agents.toolLayer(session.agent_id),
    agents.toolLayer(agentId),
    ...filters.filter((filter) => Object.keys(filter.list).length > 0),
  ])
}
