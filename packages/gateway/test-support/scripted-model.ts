// A model that says what the test tells it to: one script for each call, in order, then the last one again.

import type { ModelPart, ModelProvider, ModelRequest, ToolCall, Usage } from '../src/agents/agents.ts'
import { summaryTask } from '../src/sessions/compaction/summary-task.ts'

export type ScriptedPart =
  | string
  | ModelPart
  /** Waits until the test lets it go on, or it is aborted. */
  | { type: 'wait'; until: Promise<unknown> }
  /** Breaks off without an end. */
  | { type: 'cut' }

export interface ScriptedModel extends ModelProvider {
  /** What was asked, in order; without summaries. */
  readonly requests: ModelRequest[]
  /** The summaries that were asked for, in order. They use up no script. */
  readonly summaries: ModelRequest[]
  /** Answers those from now on. */
  summarise(answer: (request: ModelRequest) => readonly ScriptedPart[]): void
  /** How many calls are under way. */
  readonly running: number
  /** Aborted calls so far. */
  readonly aborted: number
  /** Answers each call from now on by what is asked, where it gives something: for many sessions at once. */
  respond(answer: (request: ModelRequest) => readonly ScriptedPart[] | undefined): void
  /** What the next call answers; a call without one echoes the last message. */
  script(...parts: ScriptedPart[]): void
}

export const testUsage: Usage = { inputTokens: 10, outputTokens: 5, cachedTokens: 0 }

export function toolCall(name: string, args: object = {}, id = `call_${name}`): ModelPart {
  const call: ToolCall = { id, name, arguments: JSON.stringify(args) }
  return { type: 'tool_call', call }
}

export function createScriptedModel(): ScriptedModel {
  const requests: ModelRequest[] = []
  const summaries: ModelRequest[] = []
  const scripts: ScriptedPart[][] = []
  let answerSummary = (_request: ModelRequest): readonly ScriptedPart[] => ['What was said before.']
  let answerCall = (_request: ModelRequest): readonly ScriptedPart[] | undefined => undefined
  let running = 0
  let aborted = 0

  async function* play(parts: readonly ScriptedPart[], signal: AbortSignal): AsyncGenerator<ModelPart> {
    let reason: 'stop' | 'tool_calls' = 'stop'
    for (const part of parts) {
      signal.throwIfAborted()
      if (typeof part === 'string') yield { type: 'text', text: part }
      else if (part.type === 'wait') await untilOrAbort(part.until, signal)
      else if (part.type === 'cut') return
      else {
        if (part.type === 'tool_call') reason = 'tool_calls'
        yield part
        if (part.type === 'failed' || part.type === 'finish') return
      }
    }
    yield { type: 'finish', reason, usage: testUsage }
  }

  return {
    requests,
    summaries,
    summarise(answer) {
      answerSummary = answer
    },
    respond(answer) {
      answerCall = answer
    },
    get running() {
      return running
    },
    get aborted() {
      return aborted
    },
    script: (...parts) => void scripts.push(parts),
    async *stream(request, signal) {
      const isSummary = request.system.startsWith(summaryTask)
      const asked = isSummary ? summaries : requests
      asked.push(request)
      running++
      try {
        const script = isSummary ? answerSummary(request) : (answerCall(request) ?? scripts.shift())
        yield* play(script ?? [`You said: ${lastText(request)}`], signal)
      } catch (error) {
        if (signal.aborted) aborted++
        throw error
      } finally {
        running--
      }
    },
  }
}

function lastText({ messages }: ModelRequest): string {
  const last = messages.findLast((message) => message.role === 'user')
  return last?.role === 'user' ? last.text : ''
}

function untilOrAbort(until: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const abort = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([until, abort])
}
