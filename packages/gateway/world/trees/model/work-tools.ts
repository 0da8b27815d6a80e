// What the agents of a world of trees can do besides looking after each other: work, which happens outside of the program
// and is kept in a ledger there. Their rights are judged by the real rules.

import type { ToolCall } from '../../../src/agents/model.ts'
import type { Tool, ToolOrigin, ToolOutcome, ToolPlace, ToolRun } from '../../../src/agents/tools.ts'
import { createTools } from '../../../src/agents/tools/create-tools.ts'
import type { CastToolRoom, SceneTools } from '../../sessions/cast.ts'
import { isIdempotent } from '../../sessions/model/ledger-tools.ts'
import { pause } from '../../sessions/model/pause.ts'
import type { AgentsConfig } from '../../../src/agents/agents-config.ts'
import type { Sometimes } from '../../watch/sometimes.ts'
import type { TreesTruth } from '../trees-truth.ts'
import type { TreeHabits } from './tree-habits.ts'

/** `look` may be done any number of times, the others once. */
export const workTools = ['look', 'send', 'mail', 'post'] as const

export interface WorkToolsDeps extends CastToolRoom {
  config: AgentsConfig
  truth: TreesTruth
  sometimes: Sometimes
  habits(): TreeHabits
  /** Besides those that every such world has: tools that need somebody's word. */
  asking?: readonly string[]
  /** The tools of other rooms. */
  origins?: readonly ToolOrigin[]
}

export function createWorkTools(deps: WorkToolsDeps): SceneTools {
  const { truth, random, clock, sometimes } = deps
  const scenes = new WeakMap<object, Parameters<SceneTools['open']>[0]>()
  /** Which call an entry of the log is. */
  const calls = new Map<string, ToolCall>()

  async function work(place: ToolPlace, { callEventId, signal }: ToolRun): Promise<ToolOutcome> {
    const ms = random.below(deps.habits().toolMs + 1)
    const fate = random.fraction()
    const isStubborn = random.chance(0.3)
    const call = calls.get(callEventId)
    // Called at the end of its life: nothing leaves a dead process.
    if (!call || !deps.isAlive()) return new Promise(() => undefined)
    const { sessionId, turnId } = place
    deps.onLeaving(call, place)
    truth.counts.toolCalls++
    truth.toolRuns.push({ sessionId, turnId, callId: call.id, name: call.name, arguments: call.arguments })
    if (ms > 0) await pause(clock, ms, isStubborn ? undefined : signal)
    if (fate < 0.05) {
      sometimes.saw('a tool broke')
      throw new Error('the tool broke')
    }
    return { output: fate < 0.15 ? 'It did not work.' : 'Done.', isError: fate < 0.15 }
  }

  const asking = deps.asking ?? []
  const ledger = [...workTools, ...asking].map(
    (name): Tool => ({
      name,
      description: name,
      parameters: { type: 'object' },
      group: 'ledger',
      policy: asking.includes(name) ? 'ask' : 'allow',
      isIdempotent: isIdempotent(name),
      carriesOut: false,
      isUntrusted: false,
      complainOf: () => undefined,
      run: (_, place, run) => work(place, run),
    }),
  )
  const own: ToolOrigin = { tools: (place, signal) => deps.sessions().sessionTools.tools(place, signal) }
  const source = createTools({
    config: () => deps.config,
    findAgent: deps.agents.find,
    origins: [own, ...(deps.origins ?? []), { tools: async () => ledger }],
    log: deps.log,
  })

  return {
    async open(scene, signal) {
      const set = await source.open(scene, signal)
      scenes.set(set.descriptions, scene)
      return {
        ...set,
        run(call, run) {
          calls.set(run.callEventId, call)
          return set.run(call, run)
        },
      }
    },
    sceneOf: (tools) => scenes.get(tools),
  }
}
