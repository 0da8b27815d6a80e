// The tools of agents: gathers those of every origin, sets aside what the policy denies, judges calls and makes them.

import type { Agent } from '../agents.ts'
import type { AgentsConfig } from '../agents-config.ts'
import type { Log } from '../../foundation/logging/log.ts'
import type { Tool, ToolOrigin, ToolOutcome, ToolPlace, ToolScene, ToolSet, ToolSource } from '../tools.ts'
import { choosePolicy } from './choose-policy.ts'
import { fitOutput } from './fit-output.ts'
import { judgeCall, type JudgedTool } from './judge-call.ts'
import { readArguments } from './read-arguments.ts'
import { subagentFilterOf, toolLayerOf } from './tool-layer.ts'
import { applyRights } from './tool-rights.ts'

export interface ToolsDeps {
  /** Asked for each turn, so that a reload acts on the next. */
  config(): AgentsConfig
  findAgent(id: string): Agent | undefined
  /** An earlier one's names win. */
  origins: readonly ToolOrigin[]
  log: Log
}

export function createTools(deps: ToolsDeps): ToolSource {
  return {
    async open(scene, signal) {
      const place = placeOf(deps, scene)
      const tools = await gatherTools(deps, place, signal)
      return toolSetOf(tools, place)
    },
  }
}

function placeOf({ findAgent }: ToolsDeps, scene: ToolScene): ToolPlace {
  return { ...scene, workspace: findAgent(scene.agentId)?.workspace ?? null }
}

/** By name, each with what the policy says. An origin that breaks costs its tools, not the turn. */
export async function gatherTools(
  deps: ToolsDeps,
  place: ToolPlace,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, JudgedTool>> {
  const found = new Map<string, JudgedTool>()
  const config = deps.config()
  const { agent, place: house } = toolLayerOf(config, place.agentId)
  const rights =
    place.subagent === undefined ? (place.rights ?? []) : [...place.subagent.rights, subagentFilterOf(config)]
  const lists = await Promise.all(deps.origins.map((origin) => toolsOf(deps, origin, place, signal)))
  for (const tool of lists.flat()) {
    if (found.has(tool.name)) continue
    found.set(tool.name, { tool, chosen: applyRights(tool, choosePolicy(tool, agent, house), rights) })
  }
  return found
}

async function toolsOf(
  { log }: ToolsDeps,
  origin: ToolOrigin,
  place: ToolPlace,
  signal: AbortSignal,
): Promise<readonly Tool[]> {
  try {
    return await origin.tools(place, signal)
  } catch (error) {
    if (signal.aborted) throw error
    log.error('an origin of tools broke', { error })
    return []
  }
}

function toolSetOf(tools: ReadonlyMap<string, JudgedTool>, place: ToolPlace): ToolSet {
  const shown = [...tools.values()].filter(({ chosen }) => chosen.policy !== 'deny').map(({ tool }) => tool)
  return {
    descriptions: shown.map(({ name, description, parameters }) => ({ name, description, parameters })),
    judge: (call, trust) => judgeCall(tools, call, place, trust),
    isIdempotent: (name) => tools.get(name)?.tool.isIdempotent ?? false,
    looks: (name) => looks(tools.get(name)?.tool),
    async run(call, run) {
      const tool = tools.get(call.name)?.tool
      const read = readArguments(call)
      if (!tool || !read.ok)
        return { output: read.ok ? `There is no tool "${call.name}".` : read.message, isError: true }
      const toolNames = shown.map(({ name }) => name)
      const outcome = await tool.run(read.args, place, { ...run, toolNames })
      return { ...outcome, output: fitOutput(outcome.output), isUntrusted: isUntrusted(tool, outcome) }
    },
  }
}

/** Of an MCP server's nobody knows: that one of them may be made again is only its own word. */
function looks(tool: Tool | undefined): boolean {
  return tool !== undefined && tool.isIdempotent && !tool.changes && !tool.group.startsWith('mcp:')
}

/** A tool may say that this time nothing of it is somebody else's: an address that was not reached. */
function isUntrusted(tool: Tool, { isUntrusted }: ToolOutcome): boolean {
  return isUntrusted ?? tool.isUntrusted
}
