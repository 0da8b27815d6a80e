// What one model answer is: the request in our own words, the parts that stream back, and how it can end. Providers
// translate; nobody above them knows a vendor's format.

import type { Thinking } from '@heddle/contract'

export type { Thinking }

/** Who said it, as data beside the text, so that no text can pretend to be someone else (CNV8). */
export interface Speaker {
  name: string
  handle: string | null
  /** Where it was said, in words: "web", "Discord #deploy". */
  place: string
}

export type ModelMessage =
  /** `speaker` is null for what nobody said: a task, a preamble. */
  | { role: 'user'; speaker: Speaker | null; text: string; attachments?: readonly ModelAttachment[] }
  | {
      role: 'assistant'
      text: string
      reasoning: string
      toolCalls: readonly ToolCall[]
      /** What the model that wrote it wants to see again; shown to no other. */
      vendor?: VendorTrace
    }
  | { role: 'tool'; callId: string; name: string; output: string; isError: boolean }

/** Signatures of thoughts and calls, in a form that only the provider that made it reads. */
export interface VendorTrace {
  /** provider/model that wrote it. */
  model: string
  /** JSON. */
  data: string
}

/** A file of a message as a model gets it. What a file is called and holds, anyone may have written. */
export type ModelAttachment =
  | { kind: 'image'; name: string; mediaType: string; bytes: Uint8Array }
  | { kind: 'text'; name: string; mediaType: string; text: string }
  /** `note` says in a sentence what it is and why it is not shown. */
  | { kind: 'note'; name: string; mediaType: string; note: string }

export interface ToolCall {
  id: string
  name: string
  /** JSON as the model wrote it; it may not even parse. */
  arguments: string
}

export interface ToolDescription {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>
}

export interface ModelRequest {
  /** As the provider calls it, without the provider's name in front. */
  model: string
  system: string
  messages: readonly ModelMessage[]
  tools: readonly ToolDescription[]
  thinking: Thinking
}

export interface Usage {
  inputTokens: number
  outputTokens: number
  /** Part of the input tokens. */
  cachedTokens: number
  /** Part of the input tokens too: those that the provider put into its cache, where it takes another price for it. */
  cacheWriteTokens?: number
}

export const modelErrorKinds = [
  'key_missing',
  'refused',
  'rate_limited',
  'overloaded',
  'context_too_long',
  'network',
  /** It answered, but not with anything one could use: garbage, nothing at all, or without end. */
  'bad_answer',
] as const
export type ModelErrorKind = (typeof modelErrorKinds)[number]

export interface ModelError {
  kind: ModelErrorKind
  /** One sentence for people: what happened and what to do. Never a key. */
  message: string
  /** How long the provider asked to wait. */
  retryAfterMs?: number
  /** HTTP status, where there was one. */
  status?: number
  /** What the provider said to it in its own words, where it said something. */
  said?: string
  /** Of a refusal that is not about what was asked: another provider may not refuse. */
  about?: 'key' | 'credit' | 'model'
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'filtered'

export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool_call'; call: ToolCall }
  | {
      type: 'finish'
      reason: FinishReason
      usage: Usage
      /** What the provider wants to see again in the same turn. */
      vendor?: string
      /** What the provider itself says that it cost, in millionths. */
      costMicros?: number
    }
  | { type: 'failed'; error: ModelError }

/**
 * One way to reach models. The stream ends with `finish` or `failed`; it throws only what the signal's abort makes it
 * throw. A stream that simply ends was cut: the caller treats it as `network`.
 */
export interface ModelProvider {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>
}
