// The tools of the simulated agents. What they do happens outside of the program and is kept in a ledger there: nobody
// can take it back, and everybody can count it.

import type { CallVerdict, ToolOutcome, ToolScene } from '../../../src/agents/tools.ts'
import type { ToolCall } from '../../../src/agents/model.ts'
import type { Clock } from '../../../src/foundation/clock.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import type { Sometimes } from '../../watch/sometimes.ts'
import type { SceneTools } from '../cast.ts'
import type { SessionsTruth } from '../sessions-truth.ts'
import type { ModelHabits } from './model-habits.ts'
import { pause } from './pause.ts'

/** `look` may be done any number of times, `send` once. */
export const freeTools = ['look', 'send'] as const
/** Only after somebody's word: `peek` any number of times, the others once. */
export const askingTools = ['peek', 'wire', 'sign'] as const

const toolNames = [...freeTools, ...askingTools]
const idempotent: readonly string[] = ['look', 'peek']

export const isIdempotent = (name: string): boolean => idempotent.includes(name)
export const isAsking = (name: string): boolean => askingTools.some((tool) => tool === name)

/** What a word "for this session" allows: of `sign` only what is signed, of the others anything. */
export const scopeKeyOf = (call: Pick<ToolCall, 'name' | 'arguments'>): string =>
  call.name === 'sign' ? call.arguments : ''

export interface LedgerToolsDeps {
  clock: Clock
  random: SeededRandom
  truth: SessionsTruth
  sometimes: Sometimes
  habits(): ModelHabits
  isAlive(): boolean
  /** A call leaves the program now. */
  onLeaving(call: ToolCall, scene: ToolScene): void
}

const descriptions = toolNames.map((name) => ({ name, description: name, parameters: { type: 'object' } }))

const judge = (call: ToolCall): CallVerdict =>
  isAsking(call.name)
    ? {
        kind: 'ask',
        why: 'policy',
        reason: 'It is asked for.',
        scope: { key: scopeKeyOf(call), label: call.name },
      }
    : { kind: 'run' }

export function createLedgerTools(deps: LedgerToolsDeps): SceneTools {
  const { clock, random, truth, sometimes } = deps
  const scenes = new WeakMap<object, ToolScene>()

  async function run(call: ToolCall, scene: ToolScene, signal: AbortSignal): Promise<ToolOutcome> {
    const ms = random.below(deps.habits().toolMs + 1)
    const fate = random.fraction()
    const isStubborn = random.chance(0.3)
    // Called at the end of its life: nothing leaves a dead process.
    if (!deps.isAlive()) return new Promise(() => undefined)
    deps.onLeaving(call, scene)
    truth.counts.toolCalls++
    const runs = truth.toolRuns.filter(({ turnId, callId }) => turnId === scene.turnId && callId === call.id)
    if (runs.length > 0) sometimes.saw('a call of unknown outcome was made again')
    const { sessionId, turnId } = scene
    truth.toolRuns.push({ sessionId, turnId, callId: call.id, name: call.name, arguments: call.arguments })
    if (ms > 0) await pause(clock, ms, isStubborn ? undefined : signal)
    if (fate < 0.05) {
      sometimes.saw('a tool broke')
      throw new Error('the tool broke')
    }
    return fate < 0.15 ? { output: 'It did not work.', isError: true } : { output: 'Done.', isError: false }
  }

  return {
    async open(scene) {
      const tools = [...descriptions]
      scenes.set(tools, scene)
      return {
        descriptions: tools,
        judge,
        isIdempotent,
        looks: isIdempotent,
        run: (call, { signal }) => run(call, scene, signal),
      }
    },
    sceneOf: (tools) => scenes.get(tools),
  }
}
