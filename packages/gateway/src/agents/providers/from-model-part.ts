// A part of the AI SDK's stream as one of ours. Pure.

import { tidyUsage } from '../count-cost.ts'
import type { FinishReason, ModelPart } from '../model.ts'
import type { LibraryModel } from './to-model-prompt.ts'

type LibraryStream = Awaited<ReturnType<LibraryModel['doStream']>>['stream']
export type LibraryPart = LibraryStream extends ReadableStream<infer Part> ? Part : never

/** Undefined for what says nothing to us: beginnings, ends, metadata. Errors are the caller's. */
export function fromModelPart(part: Exclude<LibraryPart, { type: 'error' }>): ModelPart | undefined {
  switch (part.type) {
    case 'text-delta':
      return { type: 'text', text: part.delta }
    case 'reasoning-delta':
      return { type: 'reasoning', text: part.delta }
    case 'tool-input-delta':
      // A file that a model writes takes minutes, and is of use only when it is whole: until then a sign of life.
      return { type: 'reasoning', text: '' }
    case 'tool-call':
      return { type: 'tool_call', call: { id: part.toolCallId, name: part.toolName, arguments: part.input } }
    case 'finish':
      return {
        type: 'finish',
        reason: toFinishReason(part.finishReason.unified),
        usage: tidyUsage({
          inputTokens: part.usage.inputTokens.total,
          outputTokens: part.usage.outputTokens.total,
          cachedTokens: part.usage.inputTokens.cacheRead,
        }),
      }
    default:
      return undefined
  }
}

function toFinishReason(reason: string): FinishReason {
  if (reason === 'length') return 'length'
  if (reason === 'tool-calls') return 'tool_calls'
  return reason === 'content-filter' ? 'filtered' : 'stop'
}
