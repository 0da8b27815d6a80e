// Models behind any server that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM, LM Studio, OpenRouter. The
// AI SDK's model does the wire format; retries, redirects and its own wording of errors stay out.

import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Clock } from '../../foundation/clock.ts'
import type { ModelError, ModelPart, ModelProvider, ModelRequest } from '../model.ts'
import type { ProviderSettings } from '../open-providers.ts'
import { AddressChanged } from '../find-api-key.ts'
import { stepLimits } from '../step-limits.ts'
import { classifyModelError, type FailureContext } from './classify-model-error.ts'
import { fromModelPart } from './from-model-part.ts'
import { type ModelFetch, type ModelFlow, TooMuchUnread } from './model-fetch.ts'
import { type LibraryModel, toModelPrompt, toModelTools, toReasoning } from './to-model-prompt.ts'

interface OpenAICompatibleDeps {
  clock: Clock
  fetch: ModelFetch
}

export function openOpenAICompatible(
  settings: ProviderSettings,
  { clock, fetch }: OpenAICompatibleDeps,
): ModelProvider {
  const openModel = createModels(settings, fetch)
  return {
    async *stream(request, signal) {
      const apiKey = await settings.apiKey().catch(keyOfFailure)
      const wrong = apiKey === movedKey ? moved(settings) : judgeSettings(settings, apiKey)
      if (wrong) {
        yield { type: 'failed', error: wrong }
        return
      }
      const context: FailureContext = { provider: settings.name, apiKey, now: clock.wall() }
      try {
        yield* streamAnswer({ apiKey, openModel, request, signal, context })
      } catch (error) {
        // What the abort makes it throw is the caller's own doing.
        if (signal.aborted) throw error
        yield { type: 'failed', error: classifyModelError(error, { ...context, now: clock.wall() }) }
      }
    },
  }
}

interface Call {
  apiKey: string | undefined
  openModel: OpenModel
  request: ModelRequest
  signal: AbortSignal
  context: FailureContext
}

async function* streamAnswer(call: Call): AsyncGenerator<ModelPart> {
  const { request, signal, context } = call
  const { model, flow } = call.openModel(request.model, call.apiKey, signal)
  const { stream, response } = await model.doStream({
    prompt: toModelPrompt(request),
    tools: toModelTools(request.tools),
    reasoning: toReasoning(request.thinking),
    abortSignal: signal,
  })
  const reader = stream.getReader()
  let toolInputBytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      flow.unreadBytes = 0
      // The library gathers the arguments of a call until they are whole, however long that takes.
      if (value.type === 'tool-input-delta') toolInputBytes += Buffer.byteLength(value.delta)
      if (toolInputBytes > stepLimits.answerBytesMax) throw new TooMuchUnread()
      if (value.type === 'error') {
        const failed = judgeStreamError(value.error, response?.headers, context)
        if (failed) yield { type: 'failed', error: failed }
        return
      }
      const part = fromModelPart(value)
      if (part) yield part
      if (part?.type === 'finish') return
    }
  } finally {
    // Closes the connection when the caller leaves in the middle; it may have failed already.
    reader.cancel().catch(() => undefined)
  }
}

type OpenModel = (
  name: string,
  apiKey: string | undefined,
  signal: AbortSignal,
) => { model: LibraryModel; flow: ModelFlow }

/** Kept from call to call: making one builds its schemas anew. Another key makes another provider. */
function createModels(settings: ProviderSettings, fetch: ModelFetch): OpenModel {
  const flows = new WeakMap<AbortSignal, ModelFlow>()
  let known:
    | { apiKey: string | undefined; models: Map<string, LibraryModel>; provider: LibraryProvider }
    | undefined

  function openProvider(apiKey: string | undefined): LibraryProvider {
    return createOpenAICompatible({
      name: settings.name,
      baseURL: settings.baseUrl ?? '',
      includeUsage: true,
      // The library hands the call's own signal through, by which its flow is found.
      fetch: (url, init) => fetch(String(url), init ?? {}, flowOf(init?.signal)),
      ...(apiKey !== undefined && { apiKey }),
    })
  }

  function newFlow(): ModelFlow {
    return { unreadBytes: 0, isGuarded: settings.isGuarded ?? false }
  }

  function flowOf(signal: AbortSignal | null | undefined): ModelFlow {
    return (signal && flows.get(signal)) ?? newFlow()
  }

  return (name, apiKey, signal) => {
    if (known === undefined || known.apiKey !== apiKey || known.models.size >= modelsKeptMax) {
      known = { apiKey, models: new Map(), provider: openProvider(apiKey) }
    }
    const model = known.models.get(name) ?? known.provider.chatModel(name)
    known.models.set(name, model)
    const flow = newFlow()
    flows.set(signal, flow)
    return { model, flow }
  }
}

type LibraryProvider = ReturnType<typeof createOpenAICompatible>

const modelsKeptMax = 100

/** Undefined when the stream was only cut: then it ends without an end, which says exactly that. */
function judgeStreamError(
  error: unknown,
  headers: Readonly<Record<string, string>> | undefined,
  context: FailureContext,
): ModelError | undefined {
  const isCut = error instanceof Error && /without a finish reason/.test(error.message)
  if (isCut && /event-stream/i.test(headers?.['content-type'] ?? '')) return undefined
  return classifyModelError(error, context)
}

// No key has a space, so that these are told as what they are: a key that must be set again, and one that is not for
// this address any more.
const unreadableKey = ' '
const movedKey = '  '

function keyOfFailure(error: unknown): string {
  return error instanceof AddressChanged ? movedKey : unreadableKey
}

/** May pass: the next attempt asks where it is now. */
function moved({ name }: ProviderSettings): ModelError {
  return { kind: 'network', message: `${name} was changed in this moment, so that it was not asked.` }
}

/** A key with signs that no header takes would be quoted in the error about it, so it is not even tried. */
function judgeSettings(
  { name, baseUrl }: ProviderSettings,
  apiKey: string | undefined,
): ModelError | undefined {
  if (baseUrl === undefined)
    return { kind: 'refused', message: `models.providers.${name}.baseUrl is missing.` }
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    return {
      kind: 'refused',
      message: `The key of ${name} cannot be read or has signs that no key has. Set it again.`,
    }
  }
  return undefined
}
