import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScheduler, microtasksAreDry } from '../../world/time/scheduler.ts'
import { createSeededRandom } from '../../world/time/seeded-random.ts'
import type { Clock } from '../foundation/clock.ts'
import { createSilentLog } from '../foundation/logging/log.ts'
import { createRealClock } from '../foundation/real-clock.ts'
import type { Agent, StepOutcome } from './agents.ts'
import { createAgents } from './create-agents.ts'
import type { ModelPart, ModelRequest } from './model.ts'
import { type StepLimits, stepLimits } from './step-limits.ts'

const agent: Agent = {
  id: 'main',
  name: 'Main',
  avatar: null,
  model: 'x/m',
  thinking: 'low',
  workspace: null,
  fallbackModels: [],
}
const usage = { inputTokens: 1_000, outputTokens: 10, cachedTokens: 0 }
const finish: ModelPart = { type: 'finish', reason: 'stop', usage }
const text = (said: string): ModelPart => ({ type: 'text', text: said })
const never = () => new Promise<never>(() => undefined)

type Stream = (request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelPart>

function openAgents(stream: Stream, clock: Clock = createRealClock(), limits: Partial<StepLimits> = {}) {
  const errors: unknown[] = []
  return {
    errors,
    agents: createAgents({
      config: () => ({
        models: {
          providers: {
            x: {
              kind: 'openai-compatible',
              baseUrl: 'http://x/v1',
              models: [{ id: 'm', cost: { input: 2, output: 8 } }],
            },
          },
        },
      }),
      openProvider: async () => ({ stream }),
      apiKey: async () => undefined,
      readWorkspaceFile: async () => undefined,
      clock,
      limits,
      log: { ...createSilentLog(), error: (_message, fields) => void errors.push(fields?.['error']) },
    }),
  }
}

interface Run {
  clock?: Clock
  signal?: AbortSignal
  model?: string
  onText?: (said: string) => void
  limits?: Partial<StepLimits>
}

async function run(stream: Stream, { clock, signal, model, onText, limits }: Run = {}): Promise<StepOutcome> {
  const { agents } = openAgents(stream, clock, limits)
  return agents.runStep(
    {
      agent,
      system: 'Be brief.',
      messages: [{ role: 'user', speaker: null, text: 'hello' }],
      tools: [],
      signal: signal ?? new AbortController().signal,
      ...(model !== undefined && { model }),
    },
    { onText: onText ?? (() => undefined), onReasoning: () => undefined },
  )
}

async function* play(parts: readonly ModelPart[]): AsyncGenerator<ModelPart> {
  yield* parts
}

/** Runs until the outcome is there, on a clock that jumps from timer to timer. */
async function runVirtually(stream: (clock: Clock) => Stream) {
  const scheduler = createScheduler({ random: createSeededRandom(1), latenessMs: 0, onStep: () => undefined })
  const clock: Clock = {
    wall: () => scheduler.nowMs,
    mono: () => scheduler.nowMs,
    timer: (ms, fn) => scheduler.after(ms, 'timer', fn),
    soon: (fn) => void scheduler.after(0, 'soon', fn),
  }
  let outcome: StepOutcome | undefined
  void run(stream(clock), { clock }).then((value) => {
    outcome = value
  })
  await microtasksAreDry()
  for (let steps = 0; outcome === undefined && steps < 100_000; steps++) await scheduler.step()
  assert(outcome, 'the step ended')
  return { outcome, tookMs: scheduler.nowMs, left: await scheduler.step() }
}

function failedWith(outcome: StepOutcome): string {
  return outcome.kind === 'failed' ? outcome.error.kind : outcome.kind
}

test('[AGT3] an answer streams, and comes with its usage and cost', async () => {
  const seen: string[] = []
  let asked: ModelRequest | undefined
  const outcome = await run(
    (request) => {
      asked = request
      return play([{ type: 'reasoning', text: 'hm' }, text('Hel'), text('lo'), finish])
    },
    { onText: (said) => seen.push(said) },
  )
  assert.deepEqual(outcome, {
    kind: 'answered',
    text: 'Hello',
    reasoning: 'hm',
    toolCalls: [],
    finish: 'stop',
    usage,
    costMicros: 2_080,
    model: 'x/m',
    isDemo: false,
    vendor: null,
  })
  assert.deepEqual(seen, ['Hel', 'lo'])
  assert.deepEqual([asked?.model, asked?.system, asked?.thinking], ['m', 'Be brief.', 'low'])
})

test('[AGT3] tool calls end the answer as such, whatever the server calls it', async () => {
  const call = { id: 'c1', name: 'read', arguments: '{"path":"a"}' }
  const outcome = await run(() => play([{ type: 'tool_call', call }, finish]))
  assert(outcome.kind === 'answered')
  assert.deepEqual([outcome.toolCalls, outcome.finish], [[call], 'tool_calls'])
})

test('[AGT3] an empty answer is one only if the server ended it; promised calls that do not come are a bad answer', async () => {
  const empty = await run(() => play([finish]))
  assert.deepEqual([empty.kind, empty.text], ['answered', ''])
  const promised = await run(() => play([{ type: 'finish', reason: 'tool_calls', usage }]))
  assert.equal(failedWith(promised), 'bad_answer')
})

test('[AGT3] a stream that simply ends was cut, and what had come is kept', async () => {
  const outcome = await run(() => play([text('half an ')]))
  assert.deepEqual([failedWith(outcome), outcome.text], ['network', 'half an '])
})

test('[AGT3] what a provider says of its failure comes through', async () => {
  const error = { kind: 'rate_limited' as const, message: 'Wait.', retryAfterMs: 5 }
  const outcome = await run(() => play([text('a'), { type: 'failed', error }, text('b'), finish]))
  assert.deepEqual(outcome, { kind: 'failed', text: 'a', reasoning: '', model: 'x/m', error })
})

test('[AGT3] a provider that throws, or speaks nonsense, is a bad answer and in the log', async () => {
  const { agents, errors } = openAgents(() => {
    throw new Error('broken')
  })
  const step = { agent, system: '', messages: [], tools: [], signal: new AbortController().signal }
  const watch = { onText: () => undefined, onReasoning: () => undefined }
  assert.equal(failedWith(await agents.runStep(step, watch)), 'bad_answer')
  assert.match(String(errors[0]), /broken/)
  // A part of no known kind, which the types would not let pass.
  const nonsense = { type: 'nonsense' } as unknown as ModelPart
  assert.equal(failedWith(await run(() => play([nonsense, finish]))), 'bad_answer')
})

test('[AGT3] an abort stops at once, also a provider that does not listen', async () => {
  const abort = new AbortController()
  const outcome = await run(
    async function* () {
      yield text('one')
      await never()
    },
    { signal: abort.signal, onText: () => abort.abort() },
  )
  assert.deepEqual(outcome, { kind: 'stopped', text: 'one', reasoning: '', model: 'x/m' })
  assert.equal((await run(() => play([finish]), { signal: abort.signal })).kind, 'stopped')
})

test('[AGT3] after an abort nothing more is told, and the provider can clean up', async () => {
  const abort = new AbortController()
  const seen: string[] = []
  let cleaned = false
  let heard = false
  const outcome = await run(
    async function* (_request, signal) {
      signal.addEventListener('abort', () => {
        heard = true
      })
      try {
        yield text('one')
        yield text('two')
        yield finish
      } finally {
        cleaned = true
      }
    },
    {
      signal: abort.signal,
      onText(said) {
        seen.push(said)
        abort.abort()
      },
    },
  )
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([outcome.kind, seen, cleaned, heard], ['stopped', ['one'], true, true])
})

test('[AGT3] what a provider says after the abort is not told', async () => {
  const abort = new AbortController()
  const gate = Promise.withResolvers<void>()
  const said = Promise.withResolvers<void>()
  const seen: string[] = []
  const outcome = run(
    async function* () {
      await gate.promise
      said.resolve()
      yield text('late')
      yield finish
    },
    { signal: abort.signal, onText: (piece) => seen.push(piece) },
  )
  await microtasksAreDry()
  abort.abort()
  assert.equal((await outcome).kind, 'stopped')
  gate.resolve()
  await said.promise
  await microtasksAreDry()
  assert.deepEqual(seen, [])
})

test('[AGT3] a silent stream ends as a network failure, with what had come', async () => {
  const hung = await runVirtually(
    () =>
      async function* () {
        yield text('one')
        await never()
      },
  )
  assert.deepEqual([failedWith(hung.outcome), hung.outcome.text], ['network', 'one'])
  assert.equal(hung.tookMs, stepLimits.idleMs)
})

test('[AGT3] a sign of life keeps a quiet answer going, but not for ever', async () => {
  const quiet = await runVirtually(
    (clock) =>
      async function* () {
        for (let i = 0; i < 5; i++) {
          await new Promise<void>((resolve) => void clock.timer(100_000, resolve))
          yield text('')
        }
        yield finish
      },
  )
  assert.deepEqual([quiet.outcome.kind, quiet.tookMs], ['answered', 500_000])
  const outcome = await run(
    async function* () {
      for (;;) yield text('')
    },
    { limits: { answerBytesMax: 10_000 } },
  )
  assert.equal(failedWith(outcome), 'bad_answer')
})

test('[AGT3] an answer that drips on is ended after its longest time, and no timer stays behind', async () => {
  let wasAborted = false
  const drip = await runVirtually(
    (clock) =>
      async function* (_request, signal) {
        signal.addEventListener('abort', () => {
          wasAborted = true
        })
        for (;;) {
          await new Promise<void>((resolve) => void clock.timer(60_000, resolve))
          if (signal.aborted) return
          yield text('.')
        }
      },
  )
  assert.deepEqual(
    [failedWith(drip.outcome), drip.tookMs, wasAborted],
    ['bad_answer', stepLimits.totalMs, true],
  )
  const short = await runVirtually(() => () => play([finish]))
  assert.deepEqual([short.outcome.kind, short.left], ['answered', false])
})

test('[AGT3] an endless answer is ended at its largest size', async () => {
  let wasAborted = false
  const outcome = await run(async function* (_request, signal) {
    signal.addEventListener('abort', () => {
      wasAborted = true
    })
    for (;;) yield text('é'.repeat(10_000))
  })
  assert.deepEqual([failedWith(outcome), wasAborted], ['bad_answer', true])
  assert(Buffer.byteLength(outcome.text) <= stepLimits.answerBytesMax)
  const huge = await run(() => play([text('a'), { type: 'reasoning', text: 'x'.repeat(5 * 1_048_576) }]))
  assert.deepEqual([failedWith(huge), huge.text, huge.reasoning], ['bad_answer', 'a', ''])
})

test('[AGT3] parts without end that never wait leave the event loop free', async () => {
  let turns = 0
  let isDone = false
  const turn = () => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const outcome = await run(async function* () {
    for (let i = 0; i < 100_000; i++) yield text('.')
    yield finish
  })
  isDone = true
  assert.equal(outcome.text.length, 100_000)
  assert(turns >= Math.floor(100_000 / stepLimits.slicePartsMax), `the loop turned ${turns} times`)
})

test('[AGT3] a model that nobody has is refused with the nearest one', async () => {
  const outcome = await run(() => play([finish]), { model: 'x/n' })
  assert(outcome.kind === 'failed')
  assert.deepEqual([outcome.error.kind, outcome.model], ['refused', 'x/n'])
  assert.match(outcome.error.message, /"x\/n"/)
})

test('[AGT3] a watch that throws is our own mistake and comes out', async () => {
  const mistake = new Error('ours')
  await assert.rejects(
    run(() => play([text('a'), finish]), {
      onText() {
        throw mistake
      },
    }),
    mistake,
  )
})
