// One model answer from its first part to its end: consumes the provider's stream, ends it when it is silent, endless
// or aborted, also when the provider does not listen, and leaves the event loop free meanwhile.

import type { Clock } from '../foundation/clock.ts'
import type { Log } from '../foundation/logging/log.ts'
import type { ModelInfo, Step, StepOutcome, StepWatch } from './agents.ts'
import { countCostMicros } from './count-cost.ts'
import { type AnswerEnd, badAnswer, type GatheredAnswer, gatherAnswer } from './gather-answer.ts'
import type { ModelMessage, ModelPart, ModelProvider } from './model.ts'
import { splitModelName } from './model-name.ts'
import type { StepLimits } from './step-limits.ts'

export interface RunStepDeps {
  clock: Clock
  log: Log
  limits: StepLimits
  /** Opening may load a library, so it counts as part of the answer's time. */
  open(): Promise<ModelProvider>
}

type End = AnswerEnd | { kind: 'stopped' }

export async function runModelStep(
  deps: RunStepDeps,
  info: ModelInfo,
  step: Step,
  watch: StepWatch,
): Promise<StepOutcome> {
  const answer = gatherAnswer(watch, deps.limits)
  const end = step.signal.aborted ? { kind: 'stopped' as const } : await streamToEnd(deps, info, step, answer)
  return describeOutcome(end, answer, info)
}

/** Settles at the first of: the stream's end, the abort, a time-out. Whatever comes after is thrown away. */
function streamToEnd(deps: RunStepDeps, info: ModelInfo, step: Step, answer: GatheredAnswer): Promise<End> {
  const { clock, limits } = deps
  return new Promise((resolve, reject) => {
    const abort = new AbortController()
    const parts = readParts(deps, info, step, abort.signal)
    let isOver = false
    let lastHeardAt = clock.mono()

    function end(how: End): void {
      if (leave()) resolve(how)
    }

    function leave(): boolean {
      if (isOver) return false
      isOver = true
      cancelIdle()
      cancelTotal()
      step.signal.removeEventListener('abort', stop)
      // The connection is of no use any more, however the answer ended.
      abort.abort(over)
      // Lets the provider clean up; one that is stuck never answers, and nobody waits for it.
      void parts.return(unreadable)
      return true
    }

    const stop = () => end({ kind: 'stopped' })
    step.signal.addEventListener('abort', stop, { once: true })
    const cancelTotal = clock.timer(limits.totalMs, () => end(endless))
    let cancelIdle = clock.timer(limits.idleMs, lookForSilence)

    // One timer that looks again is cheaper than a new one for each of a million parts.
    function lookForSilence(): void {
      const left = lastHeardAt + limits.idleMs - clock.mono()
      if (left <= 0) end(silent)
      else cancelIdle = clock.timer(left, lookForSilence)
    }

    async function consume(): Promise<void> {
      const breathe = createBreather(clock, limits)
      for (;;) {
        const part = await parts.next()
        if (isOver) return
        if (part.done) {
          end(part.value)
          return
        }
        const ended = answer.take(part.value)
        if (ended) {
          end(ended)
          return
        }
        lastHeardAt = clock.mono()
        const breath = breathe()
        if (breath) await breath
        if (isOver) return
      }
    }

    // What the watch throws is our own mistake and comes out as such.
    consume().catch((error: unknown) => {
      if (leave()) reject(error)
    })
  })
}

/** The provider's parts, and how it ended if none of them says so: what a provider throws never leaves here. */
async function* readParts(
  deps: RunStepDeps,
  info: ModelInfo,
  step: Step,
  signal: AbortSignal,
): AsyncGenerator<ModelPart, End> {
  try {
    const provider = await deps.open()
    if (signal.aborted) return { kind: 'stopped' }
    yield* provider.stream(
      {
        model: splitModelName(info.name)?.model ?? info.name,
        system: step.system,
        messages: forModel(step.messages, info.name),
        tools: step.tools,
        thinking: step.agent.thinking,
      },
      signal,
    )
    return cut
  } catch (error) {
    if (!signal.aborted) deps.log.error('a model provider broke', { model: info.name, error })
    return unreadable
  }
}

/** What another model wants to see again is none of this one's business, and it could not read it. */
function forModel(messages: Step['messages'], model: string): Step['messages'] {
  const isForeign = (message: ModelMessage) =>
    message.role === 'assistant' && message.vendor !== undefined && message.vendor.model !== model
  if (!messages.some(isForeign)) return messages
  return messages.map((message) => {
    if (message.role !== 'assistant' || !isForeign(message)) return message
    const { vendor: _, ...rest } = message
    return rest
  })
}

/** A pause for everyone else whenever the slice is used up; undefined while it is not. */
function createBreather(clock: Clock, limits: StepLimits): () => Promise<void> | undefined {
  let sliceBeganAt = clock.mono()
  let parts = 0
  return () => {
    parts++
    if (parts < limits.slicePartsMax && clock.mono() - sliceBeganAt < limits.sliceMs) return undefined
    return new Promise((resolve) => {
      clock.soon(() => {
        sliceBeganAt = clock.mono()
        parts = 0
        resolve()
      })
    })
  }
}

function describeOutcome(end: End, answer: GatheredAnswer, info: ModelInfo): StepOutcome {
  const { text, reasoning, toolCalls } = answer
  const model = info.name
  switch (end.kind) {
    case 'stopped':
      return { kind: 'stopped', text, reasoning, model }
    case 'failed':
      return { kind: 'failed', text, reasoning, model, error: end.error }
    case 'finished': {
      const { finish, usage, vendor } = end
      const { isDemo } = info
      // Who sends the bill knows best.
      const costMicros = end.costMicros ?? countCostMicros(usage, info.cost)
      return {
        kind: 'answered',
        text,
        reasoning,
        toolCalls,
        finish,
        usage,
        costMicros,
        model,
        isDemo,
        vendor,
      }
    }
  }
}

/** A reason at hand: without one, an exception with a stack would be made for every answer. */
const over = new Error('the answer is over')

const silent: End = {
  kind: 'failed',
  error: { kind: 'network', message: 'The model went silent in the middle of its answer. Try again.' },
}
const cut: End = {
  kind: 'failed',
  error: {
    kind: 'network',
    message: 'The connection to the model was cut before the answer ended. Try again.',
  },
}
const endless = badAnswer('The answer took too long and was ended. Ask for less at once.')
const unreadable = badAnswer('The answer could not be understood. Ask again, or choose another model.')
