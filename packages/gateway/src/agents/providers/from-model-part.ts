// A part of the AI SDK's stream as one of ours. Pure.

import { tidyUsage } from '../count-cost.ts'
import type { FinishReason, ModelPart } from '../model.ts'
import type { LibraryFinish, LibraryPart } from './library-model.ts'

/** Undefined for what says nothing to us: beginnings, ends, metadata. Errors and the end are the caller's. */
export function fromModelPart(
  part: Exclude<LibraryPart, { type: 'error' | 'finish' }>,
): ModelPart | undefined {
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
    default:
      return undefined
  }
}

/** `broken`: the model meant to call a tool, and nobody can read how. Undefined when the stream only ended. */
export function fromFinish({
  finishReason,
  usage,
}: LibraryFinish): Extract<ModelPart, { type: 'finish' }> | 'broken' | undefined {
  const { unified, raw } = finishReason
  if (unified === 'interrupted' || (unified === 'other' && raw === undefined)) return undefined
  if (unified === 'error') return 'broken'
  return {
    type: 'finish',
    reason: toFinishReason(unified),
    usage: tidyUsage({
      inputTokens: usage.inputTokens.total,
      outputTokens: usage.outputTokens.total,
      cachedTokens: usage.inputTokens.cacheRead,
      cacheWriteTokens: usage.inputTokens.cacheWrite,
    }),
  }
}

function toFinishReason(reason: string): FinishReason {
  if (reason === 'length') return 'length'
  if (reason === 'tool-calls') return 'tool_calls'
  return reason === 'content-filter' ? 'filtered' : 'stop'
}
