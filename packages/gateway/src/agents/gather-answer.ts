// What has come of one answer so far, and whether it may go on. Pure state: time and streams are run-step.ts's.

import type { StepWatch } from './agents.ts'
import type { FinishReason, ModelError, ModelPart, ToolCall, Usage } from './model.ts'
import { tidyUsage } from './count-cost.ts'
import type { StepLimits } from './step-limits.ts'

export type AnswerEnd =
  | {
      kind: 'finished'
      finish: FinishReason
      usage: Usage
      vendor: string | null
      /** As the provider told it. */
      costMicros: number | undefined
    }
  | { kind: 'failed'; error: ModelError }

export interface GatheredAnswer {
  text: string
  reasoning: string
  toolCalls: ToolCall[]
  /** The end, if this part was it. */
  take(part: ModelPart): AnswerEnd | undefined
}

export function gatherAnswer(watch: StepWatch, limits: StepLimits): GatheredAnswer {
  let bytes = 0

  /** Whether there is room; a part that is too large is not kept at all. An empty one counts, or there could be no end. */
  function hasRoomFor(text: string): boolean {
    bytes += Math.max(1, Buffer.byteLength(text))
    return bytes <= limits.answerBytesMax
  }

  const answer: GatheredAnswer = {
    text: '',
    reasoning: '',
    toolCalls: [],
    take(part) {
      switch (part.type) {
        case 'text':
          if (!hasRoomFor(part.text)) return tooLong
          answer.text += part.text
          if (part.text !== '') watch.onText(part.text)
          return undefined
        case 'reasoning':
          if (!hasRoomFor(part.text)) return tooLong
          answer.reasoning += part.text
          if (part.text !== '') watch.onReasoning(part.text)
          return undefined
        case 'tool_call':
          if (!hasRoomFor(part.call.arguments + part.call.name)) return tooLong
          if (answer.toolCalls.length >= limits.toolCallsMax) return tooManyCalls
          answer.toolCalls.push(part.call)
          return undefined
        case 'finish':
          return finish(answer.toolCalls.length, part)
        case 'failed':
          return { kind: 'failed', error: part.error }
        default:
          return unreadable
      }
    },
  }
  return answer
}

function finish(calls: number, part: Extract<ModelPart, { type: 'finish' }>): AnswerEnd {
  // One that promises calls and makes none would be asked again and again.
  if (part.reason === 'tool_calls' && calls === 0) return noCalls
  // Several servers say "stop" after calls all the same.
  const reason = calls > 0 && part.reason === 'stop' ? 'tool_calls' : part.reason
  const { vendor = null, costMicros } = part
  return { kind: 'finished', finish: reason, usage: tidyUsage(part.usage), vendor, costMicros }
}

export function badAnswer(message: string): Extract<AnswerEnd, { kind: 'failed' }> {
  return { kind: 'failed', error: { kind: 'bad_answer', message } }
}

const tooLong = badAnswer('The answer grew beyond what Heddle accepts and was ended. Ask for less at once.')
const tooManyCalls = badAnswer('The model called too many tools at once. Ask again.')
const noCalls = badAnswer('The model said that it calls a tool, but called none. Ask again.')
const unreadable = badAnswer('The answer could not be understood. Ask again, or choose another model.')
