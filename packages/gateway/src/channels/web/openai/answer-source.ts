// Where the answer to a chat completion comes from: straight from a model, or from the turn of a session. Whoever
// writes it out does not need to know which.

import type { SessionId } from '@heddle/contract'
import type { FinishReason, ToolCall, Usage } from '../../../agents/agents.ts'
import type { OpenAiError } from './openai-error.ts'

export interface AnswerSource {
  agentId: string
  /** The model that is going to answer, as far as one knows beforehand. */
  model: string
  /** Whose turn it is, if it is a session's. */
  sessionId?: SessionId
  /** Tells the text as it comes. An abort ends it soon; it throws only for our own mistakes. */
  run(watch: AnswerWatch, signal: AbortSignal): Promise<AnswerEnd>
}

/** Told while it happens; must not throw. */
export interface AnswerWatch {
  onText(text: string): void
  onReasoning(text: string): void
}

export type AnswerEnd =
  | {
      kind: 'answered'
      /** All that `onText` was told. */
      text: string
      reasoning: string
      toolCalls: readonly ToolCall[]
      finish: FinishReason
      usage: Usage
      /** The one that really answered. */
      model: string
      /** Of a session: the entry of its log that ends the turn. */
      seq?: number
    }
  | { kind: 'failed'; error: OpenAiError }
  /** Nobody is there any more to hear it. */
  | { kind: 'left' }
