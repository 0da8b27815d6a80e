// A turn that goes on and on: as many steps as a turn may take, each with one tool call, with a model and a tool that
// answer at once in this process. What a step costs must not grow with how many came before it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@heddle/contract'
import type { AgentsConfig } from '../src/agents/agents-config.ts'
import type { ModelPart, ModelProvider } from '../src/agents/model.ts'
import type { ToolSource } from '../src/agents/tools.ts'
import { type Benchmark, median } from './benchmark.ts'
import { openBenchRooms } from './open-bench-rooms.ts'

const rounds = 5
const steps = limits.turnStepsMax
const share = 100
const warmUpSteps = 300
/** Nothing is put into fewer words on the way: all of it is what the model is shown in the end. */
const contextTokens = 100_000_000

const config: AgentsConfig = {
  models: {
    providers: {
      bench: {
        kind: 'openai-compatible',
        baseUrl: 'http://bench.invalid',
        models: [{ id: 'instant', contextTokens }],
      },
    },
  },
  agents: { defaults: { model: 'bench/instant' } },
}

const description = { name: 'look', description: 'Looks.', parameters: { type: 'object' } }
const tools: ToolSource = {
  open: async () => ({
    descriptions: [description],
    judge: () => ({ kind: 'run' }),
    isIdempotent: () => true,
    looks: () => true,
    run: async () => ({ output: 'All is well. Two changes wait for a review.', isError: false }),
  }),
}

interface Sample {
  cpuUs: number
  ms: number
}

export const toolSteps: Benchmark = {
  name: 'tool-steps',
  about: `a turn of ${steps} steps with a tool call each, the first and the last ${share} of them (median of five)`,
  async run(progress) {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    const model = createCallingModel()
    const rooms = await openBenchRooms(folder, { config, tools, openProvider: async () => model.provider })
    async function takeTurn(count: number): Promise<readonly Sample[]> {
      model.begin(count)
      await rooms.say(await rooms.openSession(), 'Look after everything.')
      return model.samples()
    }
    try {
      await takeTurn(warmUpSteps)
      const first: Sample[] = []
      const last: Sample[] = []
      for (let i = 0; i < rounds; i++) {
        progress(`round ${i + 1} of ${rounds}`)
        const samples = await takeTurn(steps)
        first.push(costOf(samples, 0))
        last.push(costOf(samples, samples.length - 1 - share))
      }
      const of = (costs: readonly Sample[], pick: keyof Sample) => median(costs.map((cost) => cost[pick]))
      const bound = { kind: 'ratio at most', limit: 1.3 } as const
      return [
        {
          what: `a step of the last ${share}, CPU`,
          value: of(last, 'cpuUs'),
          unit: 'µs',
          baseline: of(first, 'cpuUs'),
          bound,
          note: `baseline: of the first ${share}`,
        },
        {
          what: `a step of the last ${share}, time`,
          value: of(last, 'ms'),
          unit: 'ms',
          baseline: of(first, 'ms'),
          bound,
        },
      ]
    } finally {
      await rooms.close()
      rmSync(folder, { recursive: true })
    }
  },
}

/** Of one step, of so many from that one on. */
function costOf(samples: readonly Sample[], from: number): Sample {
  const [begin, end] = [samples[from], samples[from + share]]
  if (!begin || !end) throw new Error('the turn was too short')
  return { cpuUs: (end.cpuUs - begin.cpuUs) / share, ms: (end.ms - begin.ms) / share }
}

/** Calls a tool in every step but the last, and notes when it was asked. */
function createCallingModel() {
  let left = 0
  let taken: Sample[] = []
  const usage = { inputTokens: 20, outputTokens: 9, cachedTokens: 0 }
  const provider: ModelProvider = {
    async *stream(): AsyncGenerator<ModelPart> {
      const { user, system } = process.cpuUsage()
      taken.push({ cpuUs: user + system, ms: performance.now() })
      if (--left > 0) {
        yield { type: 'tool_call', call: { id: `call_${left}`, name: 'look', arguments: `{"at":${left}}` } }
        yield { type: 'finish', reason: 'tool_calls', usage }
      } else {
        yield { type: 'text', text: 'All is well.' }
        yield { type: 'finish', reason: 'stop', usage }
      }
    },
  }
  return {
    provider,
    begin(count: number) {
      left = count
      taken = []
    },
    samples: (): readonly Sample[] => taken,
  }
}
