// A provider whose wire format the AI SDK speaks. What is the same for every kind stands here: the key, the connection,
// what may pile up unread, and how a stream can end. Retries, redirects and the library's own wording of errors stay out.

import type { Clock } from '../../foundation/clock.ts'
import type { ModelPart, ModelProvider, ModelRequest } from '../model.ts'
import type { ProviderSettings } from '../open-providers.ts'
import { stepLimits } from '../step-limits.ts'
import { classifyModelError, type FailureContext } from './classify-model-error.ts'
import type { Dialect } from './dialect.ts'
import { fromFinish, fromModelPart } from './from-model-part.ts'
import { judgeSettings, readKey } from './judge-settings.ts'
import { createModels, type OpenModel } from './library-models.ts'
import { type ModelFetch, TooMuchUnread } from './model-fetch.ts'
import type { LibraryFinish } from './library-model.ts'
import { toModelPrompt, toModelTools } from './to-model-prompt.ts'
import { createTraceWriter, type TraceWriter } from './vendor-trace.ts'

export interface LibraryProviderDeps {
  clock: Clock
  fetch: ModelFetch
}

export function openLibraryProvider(
  dialect: Dialect,
  settings: ProviderSettings,
  { clock, fetch }: LibraryProviderDeps,
): ModelProvider {
  const openModel = createModels(dialect, settings, fetch)
  return {
    async *stream(request, signal) {
      const key = await readKey(settings)
      const wrong = judgeSettings(settings, key)
      if (wrong) {
        yield { type: 'failed', error: wrong }
        return
      }
      const apiKey = key.kind === 'found' ? key.apiKey : undefined
      const { api } = dialect
      const context = {
        provider: settings.name,
        keyPlaces: settings.keyPlaces?.(),
        apiKey,
        api,
        now: clock.wall(),
      }
      try {
        yield* streamAnswer({ dialect, apiKey, openModel, request, signal, context })
      } catch (error) {
        // What the abort makes it throw is the caller's own doing.
        if (signal.aborted) throw error
        yield { type: 'failed', error: classifyModelError(error, { ...context, now: clock.wall() }) }
      }
    },
  }
}

interface Call {
  dialect: Dialect
  apiKey: string | undefined
  openModel: OpenModel
  request: ModelRequest
  signal: AbortSignal
  context: FailureContext
}

async function* streamAnswer(call: Call): AsyncGenerator<ModelPart> {
  const { dialect, request, signal, context } = call
  const { model, flow } = call.openModel(request.model, call.apiKey, signal)
  const prompt = toModelPrompt(request)
  const { stream, response } = await model.doStream({
    ...dialect.options?.(request),
    prompt: dialect.arrange?.(prompt) ?? prompt,
    tools: toModelTools(request.tools, dialect.isStrict),
    abortSignal: signal,
  })
  const reader = stream.getReader()
  const trace = dialect.hasTrace ? createTraceWriter() : undefined
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
        if (!isCutStream(value.error, response?.headers)) throw value.error
        return
      }
      if (value.type === 'finish') {
        yield* endOf(value, dialect, trace, context)
        return
      }
      trace?.note(value)
      const part = fromModelPart(value)
      if (part) yield part
    }
  } finally {
    // Closes the connection when the caller leaves in the middle; it may have failed already.
    reader.cancel().catch(() => undefined)
  }
}

/** Nothing when the stream was only cut: then it ends without an end, which says exactly that. */
function endOf(
  finish: LibraryFinish,
  dialect: Dialect,
  trace: TraceWriter | undefined,
  { provider }: FailureContext,
): ModelPart[] {
  const end = dialect.isCut?.(finish) ? undefined : fromFinish(finish)
  if (end === undefined) return []
  if (end === 'broken') {
    const message = `The model of ${provider} wrote a call that nobody can read. Ask again, or choose another model.`
    return [{ type: 'failed', error: { kind: 'bad_answer', message } }]
  }
  const vendor = trace?.write()
  const costMicros = dialect.costMicros?.(finish)
  return [
    { ...end, ...(vendor !== undefined && { vendor }), ...(costMicros !== undefined && { costMicros }) },
  ]
}

function isCutStream(error: unknown, headers: Readonly<Record<string, string>> | undefined): boolean {
  const isCut = error instanceof Error && /without a finish reason/.test(error.message)
  return isCut && /event-stream/i.test(headers?.['content-type'] ?? '')
}
